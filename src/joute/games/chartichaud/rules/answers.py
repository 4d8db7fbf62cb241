"""6.0  The answers to an order: OK, or the first check that fails."""

from __future__ import annotations

OK, MATCH_CANCELLED, BAD_TOKEN, MATCH_OVER, NOT_YOUR_TURN, CANNOT_MOVE, UNKNOWN_KIND, OUT_OF_BOARD = range(8)
NOT_ADJACENT, NO_SUCH_UNIT, ALREADY_ACTED, ENEMY_BUILDING, BUILDING_LIMIT = range(8, 13)
NOT_ENOUGH_GOLD, NO_GOLD, ALREADY_HARVESTED = range(13, 16)
