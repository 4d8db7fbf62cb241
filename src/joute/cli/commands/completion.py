"""joute completion"""

from __future__ import annotations

import click

from joute.cli.french import french
from joute.cli.options import examples

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    epilog=examples(
        "joute completion bash > ~/.local/share/bash-completion/completions/joute",
        "joute completion fish > ~/.config/fish/completions/joute.fish",
        'eval "$(joute completion zsh)"',
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
@french("Affiche ce qui permet à SHELL de compléter les commandes et options de joute.")
def command(shell: str) -> None:
    """Print what lets SHELL complete the commands and options of joute."""
    from click.shell_completion import get_completion_class

    from joute.cli.main import COMPLETE, program

    made = get_completion_class(shell)
    assert made is not None
    print(made(program, {}, "joute", COMPLETE).source())
