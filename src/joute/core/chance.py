"""A 32-bit random generator for kernels: one integer of state, the same numbers on every backend."""

from __future__ import annotations

from .world import Buffer

MASK = 0xFFFFFFFF


def draw(rng: Buffer, n: int) -> int:
    """A number in 0..n-1; n at least 1 and far below 2**32. rng[0] is the whole state."""
    rng[0] = (rng[0] + 0x9E3779B9) & MASK
    z = rng[0]
    z = ((z ^ (z >> 16)) * 0x21F0AAAD) & MASK
    z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
    return (z ^ (z >> 15)) % n
