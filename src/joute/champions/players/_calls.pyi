from collections.abc import Callable, Mapping
from typing import Any

LAYOUT: tuple[int, ...]
KINDS: tuple[int, ...]

def live(call: int, wire: int, words: int) -> int: ...
def begin(number: int) -> None: ...
def listen(words: memoryview, most: int, ok: int, actions: int) -> None: ...
def noted(call: int) -> int: ...

class Caller:
    answered: bool
    noting: bool
    def connect(self, exchange: memoryview, address: int, noting: bool) -> None: ...
    def disconnect(self) -> None: ...
    def function(
        self,
        name: str,
        doc: str,
        number: int,
        count: int,
        most: int,
        arguments: bytes,
        answer: bytes,
        classes: tuple[type, ...],
        members: Mapping[int, Any] | None,
        otherwise: Callable[..., Any],
    ) -> Callable[..., Any]: ...
