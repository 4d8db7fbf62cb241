"""Players, kinds of unit, phases, actions and ends of a match, as numbers."""

from __future__ import annotations

from joute.core.world import Phase

PLAYERS = 2
A, B = range(2)

KINDS = 3
CIVILIAN, MILITARY, BUILDING = range(3)

NEIGHBOURS = 4

# Phases of a match
INIT, PLAY, END, OVER = range(4)
PHASES = (Phase("init", "partie_init", acts=False), Phase("turn", "jouer_tour"), Phase("end", "partie_fin", acts=False))

# Actions, in the order of RULES
MOVE, BUILD, FARM, AUTOFARM = range(4)

# How a match ends (4.11)
RUNNING, A_WINS, B_WINS, NO_ONE = range(4)
REASONS = ("", "elimination", "turn_limit", "timeout", "crash", "resign")
ELIMINATION, TURN_LIMIT = 1, 2

UNKNOWN = -1
"""The gold of an opponent, in a player's view; what a query answers that has no answer."""
