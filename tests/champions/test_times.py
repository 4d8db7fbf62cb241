"""What a champion may ask of its time, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from joute.champions.languages.registry import languages
from joute.champions.sandbox.limits import Hosting, Limits

from .test_notes import kit, played

CALLS = {
    "python": "from joute import debug; debug.log(debug.time_ms(), debug.bank_ms())",
    "c": 'joute_log("%d %d", joute_time_ms(), joute_bank_ms());',
    "cxx": 'joute::log(std::to_string(joute::time_ms()) + " " + std::to_string(joute::bank_ms()));',
    "rust": 'debug::log(format!("{} {}", debug::time_ms(), debug::bank_ms()));',
    "ocaml": 'Joute.log "%d %d" (Joute.time_ms ()) (Joute.bank_ms ());',
    "javascript": "api.debug.log(api.debug.time_ms(), api.debug.bank_ms());",
    "go": "debug.log(debug.time_ms(), debug.bank_ms())",
    "csharp": "Debug.log(Debug.time_ms(), Debug.bank_ms());",
    "php": "debug\\log(debug\\time_ms(), debug\\bank_ms());",
    "java": "Debug.log(Debug.time_ms(), Debug.bank_ms());",
}
NONE = {"python": "None None", "javascript": "null null", "php": "null null"}


@pytest.mark.slow
@pytest.mark.parametrize("language", list(languages()))
def test_every_language_knows_its_time_and_bank(tmp_path: Path, language: str) -> None:
    champion = kit(tmp_path, language, CALLS[language])
    times = Limits(time_ms=20_000, bank_ms=7_000, start_ms=60_000)
    assert played(champion, Hosting(limits=times), turns=2) == ([], [{"log": ["20000 7000"]}] * 2)
    told = NONE.get(language, "-1 -1")
    assert played(champion, Hosting(limits=Limits(clock=False))) == ([], [{"log": [told]}])
