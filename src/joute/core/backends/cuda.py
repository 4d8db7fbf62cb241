"""Batches on a graphics processor of NVIDIA, with CuPy alone: PTX is loaded, and the driver makes code of it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from joute.core.errors import EngineBug
from joute.core.text import Text

from .entries import FAILED
from .library import Machine, this_machine
from .targets import KERNEL

BLOCK = 64
"""Threads of a block: few, since each needs many registers."""


class DeviceError(ValueError):
    """There is no graphics processor that can be used; the message says what is missing."""


class CudaDevice:
    """The graphics processor that CuPy has chosen."""

    machine: Machine | None = Machine.CUDA
    checked = False

    def __init__(self) -> None:
        self.arrays = require_cupy()

    def address(self, array: Any) -> int:
        return int(array.data.ptr)

    def launch(self, library: Path, name: str, batch: Any, numbers: Sequence[int], games: int) -> None:
        """Begin a kernel on CuPy's stream: a thread a game."""
        numpy64 = self.arrays.int64
        given = (batch, *(numpy64(number) for number in (*numbers, games)))
        _module(library).get_function(f"{KERNEL}{name}")((-(-games // BLOCK),), (BLOCK,), given)


@cache
def _module(library: Path) -> Any:
    return require_cupy().RawModule(path=str(library))


class HostDevice:
    """This processor, on libraries of the same text for it, in which every index and every width is checked."""

    machine = this_machine()
    checked = True

    def __init__(self) -> None:
        import numpy

        self.arrays = numpy

    def address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def launch(self, library: Path, name: str, batch: Any, numbers: Sequence[int], games: int) -> None:
        function = getattr(ctypes.CDLL(str(library)), f"joute_{name}")
        function.restype = ctypes.c_int64
        given = [ctypes.c_int64(number) for number in (*numbers, 0, games, 1)]
        if function(ctypes.c_void_p(self.address(batch)), *given) == FAILED:
            raise EngineBug(f"{name}: an index or a number is out of bounds in the library")


@cache
def require_cupy() -> Any:
    """CuPy, where there is a graphics processor that it can use."""
    try:
        import cupy
    except ImportError as error:
        raise DeviceError(
            Text(
                f'device="cuda" needs CuPy: pip install "joute[gpu]" ({error})',
                f'device="cuda" demande CuPy : pip install "joute[gpu]" ({error})',
            )
        ) from None
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise DeviceError(
            Text(
                f'device="cuda": there is no graphics processor that CUDA can use ({error}); leave out device',
                f'device="cuda" : aucun processeur graphique utilisable par CUDA ({error}) ; enlevez device',
            )
        ) from None
    return cupy
