"""joute docs"""

from __future__ import annotations

import click

from joute.cli.exits import Exit, Stop
from joute.cli.french import french
from joute.cli.options import examples
from joute.core.text import LANGUAGES, terminal_language, words


@click.command("docs", epilog=examples("joute docs", "joute docs champions", "joute docs start --lang fr"))
@click.argument("topic", default="index")
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    help=words("The language; without it, that of the terminal.", "La langue ; sans cette option, celle du terminal."),
)
@french("""Ouvre la documentation, sans réseau, à la page de TOPIC : le nom d'une page, ou d'une sorte d'erreur.

Son adresse est affichée ; un navigateur l'ouvre là où il y en a un.
""")
def command(topic: str, lang: str | None) -> None:
    """Open the documentation, offline, at the page of TOPIC: the name of a page, or of a kind of error.

    Its address is printed; a browser opens it where there is one.
    """
    from joute.cli.output.browser import show_page
    from joute.web.manual import SITE, page, topics

    language = lang or terminal_language()
    if not SITE.is_dir():
        raise Stop(
            Exit.USAGE,
            words(
                "the documentation is not built; build it with: make docs; or read docs/en/index.md",
                "la documentation n'est pas construite ; construisez-la : make docs ; ou lisez docs/fr/index.md",
            ),
        )
    address = page(topic, language)
    if address is None:
        known = ", ".join(topics(language))
        raise click.UsageError(
            words(
                f"there is no page {topic!r}; there are: {known}", f"il n'y a pas de page {topic!r} ; il y a : {known}"
            )
        )
    print(address)
    show_page(address)
