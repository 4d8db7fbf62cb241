"""Programs that play over HTTP in a match of the command line."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from joute.core.text import words

from .exits import Exit, Stop, say

if TYPE_CHECKING:
    from joute.core.table import Table
    from joute.web.worker.people import Hands

HOST = "127.0.0.1"
HEAR_S = 5.0
"""How long programs are answered that have not asked who has won."""


@contextmanager
def seated(table: Table, names: Sequence[str | None], port: int, timed: bool) -> Iterator[Hands]:
    """Serve the seats without a name, from when the match can begin until each program has heard who has won."""
    from joute.web.door import Door
    from joute.web.worker.clients import NOBODY_CAME, Clients, has_protocol
    from joute.web.worker.people import Hands
    from joute.web.worker.pipe import PipeClosed

    if not has_protocol(table.game):
        raise click.UsageError(
            words(
                f"{table.game.name} has no protocol of its own over HTTP; expected champions",
                f"{table.game.name} n'a pas de protocole HTTP à lui ; il faut des champions",
            )
        )
    listener = listening(HOST, port)
    say(
        words(
            f"a program takes its seat with GET http://{HOST}:{listener.getsockname()[1]}/getToken/NAME",
            f"un programme prend sa place par GET http://{HOST}:{listener.getsockname()[1]}/getToken/NOM",
        )
    )
    with Door(listener) as door:
        clients = Clients(door.pipe, table, names, timed=timed)
        hands = Hands(door.pipe, table, clients=clients)
        try:
            if not clients.await_first(hands.serve):
                raise Stop(Exit.NOT_LOADED, NOBODY_CAME)
            yield hands
            clients.linger(hands.serve, time.monotonic() + HEAR_S)
        except PipeClosed:
            raise Stop(
                Exit.OUR_FAILURE,
                words(
                    "the server of the programs over HTTP has ended", "le serveur des programmes par HTTP s'est arrêté"
                ),
            ) from None


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise Stop(
            Exit.USAGE,
            words(
                f"cannot listen on {host}, port {port}: {why}; try another --port",
                f"impossible d'écouter sur {host}, port {port} : {why} ; essayez un autre --port",
            ),
        ) from error


def outward_address(host: str) -> str:
    """This machine's address in its network, where a server listens on all (`host`); that itself without a network."""
    family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((far, 9))  # an address of no one; a datagram socket sends nothing by that
        return str(probe.getsockname()[0])
    return host
