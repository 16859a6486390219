"""What of the library is public, as tests ask for it."""

from __future__ import annotations

from types import ModuleType

import enligne


def public_modules() -> list[ModuleType]:
    """The package and its public parts."""
    found = [getattr(enligne, name) for name in enligne.__all__]
    return [enligne, *(each for each in found if isinstance(each, ModuleType))]


def public_objects() -> dict[str, object]:
    """Every public object but the modules, by each of its names."""
    return {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in public_modules()
        for name in module.__all__
        if not isinstance(getattr(module, name), ModuleType)
    }
