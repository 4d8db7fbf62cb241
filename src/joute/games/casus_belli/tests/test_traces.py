"""Matches recorded from the original engine, replayed call by call under the preset `finale`.

Exceptions, each by its Decision:
27  the original let a character walk into a wall: the comparison stops at the phase where it first does;
28  it gave a distance to a wall and a path from one: here -1 and empty.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.conformance.recordings import lines_of, name_of, plain, recordings

FILES = recordings(Path(__file__).parent, "casus_belli")
ENDINGS = {
    "011": ("end", 119),
    "012": ("end", 119),
    "014": ("Decision 27", 108),
    "015": ("end", 118),
    "017": ("end", 137),
}
"""Where the comparison of each known recording ends, and after how many phases; any other must reach an end too."""
WALL = 4
OK = 4


def dumped(table: joute.Table) -> dict[str, Any]:
    """The true state as the recordings dump it."""
    state, width = table.dump()["state"], table.board.width
    units = [
        {
            "player": number // 3,
            "class": number % 3,
            "life": entry["life"],
            "life_max": 10,
            "x": entry["cell"] % width,
            "y": entry["cell"] // width,
            "direction": entry["direction"],
        }
        for number, entry in enumerate(state["characters"])
    ]
    scores = [team["score"] for team in state["teams"]]
    return {"turn": state["head"]["turn"], "turn_max": table.board.turns, "scores": scores, "units": units}


class Replay:
    """One recording under way."""

    def __init__(self, path: Path) -> None:
        self.lines = lines_of(path)
        header = self.lines[0]
        game = joute.load_game("casus_belli", "finale", PREMIER_JOUEUR=0)
        assert {name: game.constants[name] for name in header["constants"]} == header["constants"]
        self.table = joute.Table(game, header["map"], header["players"])
        self.phases = 0

    def zone(self, place: list[int]) -> int:
        return int(self.table.seat(0).call("carte_zone_type", place))

    def run(self) -> str:
        """Replay to the end, or up to the Decision that parts us from the original."""
        for line in self.lines[1:]:
            if "fn" in line:
                if self.walks_into_wall(line):
                    return "Decision 27"
                self.call(line)
            elif "dump" in line:
                self.dump(line)
            else:
                assert self.table.scores == line["final_scores"]
        return "end"

    def walks_into_wall(self, line: dict[str, Any]) -> bool:
        accepted = line["fn"] == "perso_deplace" and line["ret"] == OK
        return accepted and any(self.zone(place) == WALL for place in line["args"][1])

    def call(self, line: dict[str, Any]) -> None:
        phase = {"init": "init", "end": "fin"}.get(line["phase"], line["phase"])
        if self.table.turn.phase == "init" and phase != "init":
            self.table.end_phase()
        assert (self.table.turn.phase, self.table.turn.number) == (phase, line["turn"])
        found = plain(self.table.seat(line["player"]).call(line["fn"], *line["args"]))
        assert found == self.wanted(line), line

    def wanted(self, line: dict[str, Any]) -> Any:
        """What the original answered, but for Decision 28."""
        if line["fn"] in ("distance", "chemin") and any(self.zone(place) == WALL for place in line["args"]):
            return -1 if line["fn"] == "distance" else []
        return line["ret"]

    def dump(self, line: dict[str, Any]) -> None:
        if line["at"] == "end_of_phase":
            if self.table.turn.phase == "init":
                self.table.end_phase()
            self.table.end_phase(order=line["order"])
            self.phases += 1
        assert dumped(self.table) == line["dump"], line


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_recording(path: Path) -> None:
    replay = Replay(path)
    ending = replay.run()
    assert (ending, replay.phases) == ENDINGS.get(name_of(path), (ending, replay.phases))
    assert ending in ("end", "Decision 27")
