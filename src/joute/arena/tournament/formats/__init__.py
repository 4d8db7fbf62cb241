"""Formats: who plays whom, at which seats, on which leg."""

from .elimination import Elimination
from .ladder import Ladder
from .round_robin import RoundRobin
from .swiss import Swiss
from .tables import Tables

FORMATS = (RoundRobin, Tables, Swiss, Elimination, Ladder)
Format = RoundRobin | Tables | Swiss | Elimination | Ladder

__all__ = ["FORMATS", "Format", "RoundRobin", "Tables", "Swiss", "Elimination", "Ladder"]
