"""The doctor of a contest: checks what it needs, from its file to its clock, and says what to do where it is wrong."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import smtplib
import ssl
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from joute.arena.store import Store, StoreError
from joute.arena.store.database import folder_of
from joute.champions.checks.doctor import health
from joute.champions.sandbox.limits import Level
from joute.core.text import Text, text_of

from . import model
from .config import ContestError, ContestPlan, read, require_packages
from .mail import PATIENCE_S, connected
from .status import service_of

DISK_LEAST = 10 << 30
"""Bytes that should be free: replays of about a million short matches."""
CLOCKS_APART_S = 2.0
UNSYNCHRONISED = 5
"""What adjtimex answers where nothing keeps the clock right."""
COMMIT_MS = 50.0
"""A database that takes longer for a transaction slows the ladder down."""


NAMES = {
    "file": Text("file", "fichier"),
    "store": Text("store", "entrepôt"),
    "database": Text("database", "base"),
    "service": Text("service", "service"),
    "packages": Text("packages", "paquets"),
    "sandbox": Text("sandbox", "bac à sable"),
    "workers": Text("workers", "machines"),
    "mail": Text("mail", "courriel"),
    "sign-on": Text("sign-on", "authentification unique"),
    "disk": Text("disk", "disque"),
    "clock": Text("clock", "horloge"),
}
"""What each check is called."""


class Check(NamedTuple):
    """One thing that was checked. `fine` is None where the contest does not use it."""

    name: str
    fine: bool | None
    what: Text


def examine(folder: Path) -> Iterator[Check]:
    """Check everything, one thing after the other; what cannot be checked without the file is left out."""
    try:
        plan = read(folder)
    except (ContestError, OSError) as error:
        yield Check("file", False, text_of(error))
        return
    yield Check("file", True, Text(f"{plan.name}: {plan.game.game}", f"{plan.name} : {plan.game.game}"))
    yield from _store(plan)
    for name, check in CHECKS.items():
        yield _checked(name, plan, check)


def _checked(name: str, plan: ContestPlan, check: Callable[[ContestPlan], Check]) -> Check:
    try:
        return check(plan)
    except (ContestError, OSError, smtplib.SMTPException, RuntimeError, ValueError) as error:
        return Check(name, False, text_of(error) if isinstance(error, ContestError) else _plain(error))


def _plain(error: Exception) -> Text:
    told = f"{type(error).__name__}: {error}"[:500]
    return Text(told, told)


def _store(plan: ContestPlan) -> Iterator[Check]:
    """The store, its database, and the service that stands beside it."""
    try:
        with Store.open(plan.store, create=False) as store:
            yield Check("store", True, Text(store.name, store.name))
            yield _database(store)
            yield _service(store)
    except StoreError as error:
        if "there is no store here" in str(error):
            begin = Text(
                "it is made when the contest begins: joute serve --contest FOLDER",
                "il est créé quand le concours commence : joute serve --contest DOSSIER",
            )
            yield Check("store", None, begin)
        else:
            yield Check("store", False, text_of(error))


def _database(store: Store) -> Check:
    began = time.perf_counter()
    with store.writing() as connection:
        connection.execute(text("UPDATE contests SET id = id"))
        kind = connection.dialect.name
        there = connection.execute(text("SELECT extract(epoch FROM now())")).scalar_one() if kind != "sqlite" else None
        apart = 0.0 if there is None else abs(float(there) - time.time())
    ms = 1000 * (time.perf_counter() - began)
    if apart > CLOCKS_APART_S:
        return Check(
            "database",
            False,
            Text(
                f"its clock and this machine's are {apart:.0f} s apart; synchronise both (NTP)",
                f"son horloge et celle de cette machine diffèrent de {apart:.0f} s ; synchronisez-les (NTP)",
            ),
        )
    slow = Text("", "") if ms < COMMIT_MS else Text(": slow, use a local disk", " : lent, prenez un disque local")
    return Check(
        "database",
        ms < COMMIT_MS,
        Text(f"{kind}, a transaction takes {ms:.1f} ms{slow}", f"{kind}, une transaction prend {ms:.1f} ms{slow:fr}"),
    )


def _service(store: Store) -> Check:
    try:
        service = service_of(model.load(store), time.time())
    except ContestError:
        service = None
    if service is None or not service.alive:
        return Check("service", None, Text("it does not run", "il ne tourne pas"))
    return Check(
        "service",
        True,
        Text(
            f"process {service.pid} on {service.host} plays {service.playing} of {service.capacity} matches at once",
            f"le processus {service.pid} sur {service.host} joue {service.playing} matchs sur {service.capacity}",
        ),
    )


def _packages(plan: ContestPlan) -> Check:
    require_packages()
    return Check("packages", True, Text("all are installed", "tous sont installés"))


def _sandbox(plan: ContestPlan) -> Check:
    level, machine = plan.game.terms.level, health()
    if level != Level.SANDBOX:
        return Check(
            "sandbox",
            False,
            Text(
                f"isolation is {level}: champions are strangers' code; say isolation = «sandbox»",
                f"isolation vaut {level} : les champions sont du code inconnu ; dites isolation = « sandbox »",
            ),
        )
    if machine.level != Level.SANDBOX:
        return Check("sandbox", False, Text(f"there is none here: {machine.why}", f"il n'y en a pas : {machine.why}"))
    return Check("sandbox", True, Text("champions and builds have walls", "champions et constructions ont des murs"))


def _workers(plan: ContestPlan) -> Check:
    if not plan.workers.cluster:
        cores = len(os.sched_getaffinity(0))
        count = plan.workers.local or cores
        return Check(
            "workers",
            count <= cores,
            Text(f"{count} processes on {cores} cores here", f"{count} processus sur {cores} cœurs ici"),
        )
    from joute.arena.jobs.executors.dask import DaskExecutor

    with DaskExecutor(plan.workers.cluster) as executor:
        count = executor.capacity
    return Check(
        "workers",
        count > 0,
        Text(
            f"{plan.workers.cluster}: {count} matches at once; add a machine: joute contest worker",
            f"{plan.workers.cluster} : {count} matchs à la fois ; ajoutez une machine : joute contest worker",
        ),
    )


def _mail(plan: ContestPlan) -> Check:
    mail = plan.mail
    if mail is None:
        return Check("mail", None, Text("none is sent", "aucun n'est envoyé"))
    with connected(mail) as server:
        if mail.user:
            server.login(mail.user, plan.secret(mail.password_file))
        server.noop()
    return Check("mail", True, Text(f"{mail.host}:{mail.port} answers", f"{mail.host}:{mail.port} répond"))


def _sign_on(plan: ContestPlan) -> Check:
    if plan.sign_on is None:
        return Check("sign-on", None, Text("there is none", "il n'y en a pas"))
    plan.secret(plan.sign_on.client_secret_file)
    where = f"{plan.sign_on.issuer.rstrip('/')}/.well-known/openid-configuration"
    if not where.startswith(("https://", "http://")):
        raise ContestError(Text(f"sign_on.issuer: {where} is no address", f"sign_on.issuer : {where} n'en est pas une"))
    with urllib.request.urlopen(where, timeout=PATIENCE_S, context=ssl.create_default_context()) as answer:
        issuer = json.load(answer)["issuer"]
    return Check("sign-on", issuer == plan.sign_on.issuer, Text(f"{issuer} answers", f"{issuer} répond"))


def _disk(plan: ContestPlan) -> Check:
    folder = folder_of(plan.store)
    free = shutil.disk_usage(next(path for path in (folder, *folder.absolute().parents) if path.is_dir())).free
    gb = free / (1 << 30)
    return Check("disk", free >= DISK_LEAST, Text(f"{gb:.0f} GB are free", f"{gb:.0f} Go sont libres"))


def _clock(plan: ContestPlan) -> Check:
    """Whether the kernel says that something keeps the clock right."""
    state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))
    if state == UNSYNCHRONISED:
        return Check(
            "clock",
            False,
            Text(
                "nothing keeps this machine's clock right: deadlines would be off; install chrony, for instance",
                "rien ne tient l'horloge de cette machine à l'heure : les limites seraient fausses ; installez chrony, "
                "par exemple",
            ),
        )
    return Check("clock", True, Text("synchronised", "synchronisée"))


CHECKS: dict[str, Callable[[ContestPlan], Check]] = {
    "packages": _packages,
    "sandbox": _sandbox,
    "workers": _workers,
    "mail": _mail,
    "sign-on": _sign_on,
    "disk": _disk,
    "clock": _clock,
}
