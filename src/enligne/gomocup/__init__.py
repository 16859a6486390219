"""The Gomocup protocol, both ways.

``engine`` answers a manager, with our engines. :class:`GomocupManager` asks engines that are
programs of their own, for our games. ``compliance`` checks whether an engine keeps to the protocol.
"""

from __future__ import annotations

from enligne.gomocup.manager import GomocupManager

__all__ = ["GomocupManager"]
