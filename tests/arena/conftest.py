"""Stores to test with, in each kind of database."""

from __future__ import annotations

import itertools

import pytest

from joute.arena.store import Store

from .postgres import MISSING, programs, server

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres():
    """The address of a server, started when it is first needed."""
    folder = programs()
    if folder is None:
        pytest.skip(MISSING)
    with server(folder) as found:
        yield found.address


@pytest.fixture
def empty_database(request, tmp_path):
    """Makes the address of a store that does not exist yet, in PostgreSQL."""
    import psycopg

    address = request.getfixturevalue("postgres")
    name = f"joute_{next(NUMBERS)}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{address}/{name}?replays={tmp_path / 'files'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of a store that does not exist yet."""
    return str(tmp_path / "store") if request.param == "sqlite" else request.getfixturevalue("empty_database")


@pytest.fixture
def store(address):
    with Store.open(address) as opened:
        yield opened
