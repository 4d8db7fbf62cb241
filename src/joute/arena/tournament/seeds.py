"""Seeds: all random choices of a tournament follow from one secret, whose hash is published before the first match.

Anybody can check with `sha256sum`: the commitment is the hash of the secret, and a seed is the first twelve
hexadecimal digits, as a number, of the hash of `SECRET/PURPOSE/NUMBER`.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from random import Random

DIGITS = 12
"""Hexadecimal digits of a seed: 48 bits, which a JavaScript number holds exactly."""


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash of a secret, published before the first match."""
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, purpose: str, number: int) -> int:
    """The seed of a leg, of a board, of a draw."""
    return int(sha256(f"{secret}/{purpose}/{number}".encode()).hexdigest()[:DIGITS], 16)


def chance(secret: str, purpose: str, number: int = 0) -> Random:
    """A random generator for a draw."""
    return Random(seed_of(secret, purpose, number))
