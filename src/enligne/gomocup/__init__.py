"""The Gomocup protocol, both ways.

``engine`` answers a manager, with our engines. ``manager`` asks engines that are programs of their
own, for our games. ``compliance`` checks whether an engine keeps to the protocol.
"""
