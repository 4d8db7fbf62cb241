"""A console of rich that makes control characters visible; apart from `printing`, since it loads rich."""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from joute.core.control_chars import visible


class VisibleConsole(Console):
    """Everything printed on it is made visible before rich adds the escape codes of our styles."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.push_render_hook(_Hook())


class _Hook(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Visible(renderable) for renderable in renderables]


class _Visible:
    def __init__(self, renderable: ConsoleRenderable) -> None:
        self.renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
