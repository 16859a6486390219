"""NumPy, loaded where an array is asked for: nothing else needs it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from enligne.errors import PositionError

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import ArrayLike, NDArray


@cache
def numpy() -> ModuleType:
    """NumPy itself.

    Raises:
        ImportError: it is not installed.
    """
    try:
        import numpy
    except ImportError:
        raise ImportError("arrays need NumPy, which is not installed: pip install numpy") from None
    return numpy


def from_bytes(content: bytearray, kind: str) -> NDArray[Any]:
    """The numbers in some bytes, which the array then owns.

    Raises:
        ImportError: NumPy is not installed.
    """
    array: NDArray[Any] = numpy().frombuffer(content, dtype=kind)
    return array


def cells_of_planes(array: ArrayLike, height: int, width: int) -> list[list[tuple[int, int]]]:
    """The rows and columns that are set in each of two planes of 0 and 1.

    Raises:
        PositionError: it is something else, or a cell is set in both.
        ImportError: NumPy is not installed.
    """
    np = numpy()
    planes = np.asarray(array)
    if planes.shape != (2, height, width):
        raise PositionError(
            f"an array of shape {planes.shape}: it is two planes, (2, {height}, {width})",
            flaw="shape",
        )
    if planes.dtype.kind not in "biuf" or not ((planes == 0) | (planes == 1)).all():
        raise PositionError("a plane has something else than 0 and 1", flaw="numbers")
    return [[(int(row), int(column)) for row, column in np.argwhere(plane)] for plane in planes]
