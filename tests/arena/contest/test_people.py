"""Accounts, tokens and teams."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select, update

from joute.arena.contest import accounts, teams, tokens
from joute.arena.contest.accounts import NewAccount
from joute.arena.contest.config import ContestError
from joute.arena.store.schema import TokenKind
from joute.arena.store.schema import accounts as accounts_table
from joute.arena.store.schema import tokens as tokens_table

from .springs import PASSWORD, person, team


def test_a_password_is_kept_as_its_argon2_hash_and_verified(store):
    ana = person(store)
    assert ana.password.startswith("$argon2id$")
    assert accounts.verify(ana, PASSWORD)
    assert not accounts.verify(ana, PASSWORD + "x")
    assert not accounts.verify(None, PASSWORD)


def test_who_has_no_password_cannot_sign_in_by_one(store):
    with store.writing() as connection:
        guest = accounts.register(connection, NewAccount("guest", "Guest"))
    assert not accounts.verify(guest, "")
    assert not accounts.verify(guest, "nobody has this one")


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (
            NewAccount("A b", "A", PASSWORD),
            "login: found 'A b'; expected 2 to 40 letters a to z, digits, dots or dashes",
        ),
        (NewAccount("ana", "Ana", PASSWORD), "login: 'ana' is taken; choose another"),
        (NewAccount("ANA ", "Ana", PASSWORD), "login: 'ana' is taken; choose another"),
        (NewAccount("bob", "\u200b", PASSWORD), "name: found '\\u200b'; expected 1 to 60 characters"),
        (NewAccount("bob", "Bob", "short"), "password: 5 characters; expected 10 to 200"),
        (NewAccount("bob", "Bob", PASSWORD, email="nowhere"), "email: 'nowhere' is no address"),
    ],
)
def test_what_cannot_be_registered_is_refused_by_name(store, new, message):
    person(store)
    with pytest.raises(ContestError) as refusal, store.writing() as connection:
        accounts.register(connection, new)
    assert str(refusal.value) == message


def test_people_are_found_by_login_or_by_an_address_that_is_theirs_alone(store):
    with store.writing() as connection:
        bob = accounts.register(connection, NewAccount("bob", "Bob", PASSWORD, email="Bob@example.org"))
        assert accounts.by_login(connection, " BOB ") == bob
        assert accounts.by_login(connection, "bob@EXAMPLE.org") == bob
        accounts.register(connection, NewAccount("bob2", "Bob", PASSWORD, email="bob@example.org"))
        assert accounts.by_login(connection, "bob@example.org") is None


def test_a_new_password_ends_all_sessions(store):
    ana = person(store)
    with store.writing() as connection:
        session = tokens.issue(connection, TokenKind.SESSION, ana.id)
        accounts.set_password(connection, ana, "another long one")
        assert tokens.look_up(connection, TokenKind.SESSION, session) is None
        assert accounts.verify(accounts.by_id(connection, ana.id), "another long one")


def test_the_store_has_the_hash_of_a_secret_alone(store):
    ana = person(store)
    with store.writing() as connection:
        secret = tokens.issue(connection, TokenKind.SESSION, ana.id)
        row = connection.execute(select(tokens_table)).mappings().one()
    assert secret not in str(dict(row))
    assert row["digest"] == tokens.hashed(secret)


def test_a_one_time_token_is_used_once_and_only_for_its_kind(store):
    ana = person(store)
    with store.writing() as connection:
        secret = tokens.issue(connection, TokenKind.SIGN_IN, ana.id)
        assert tokens.use(connection, TokenKind.RESET, secret) is None
        assert tokens.use(connection, TokenKind.SIGN_IN, secret) is not None
        assert tokens.use(connection, TokenKind.SIGN_IN, secret) is None


def test_an_invitation_is_used_as_often_as_it_says(store):
    with store.writing() as connection:
        secret = tokens.issue(connection, TokenKind.INVITE, uses=2)
        used = [tokens.use(connection, TokenKind.INVITE, secret) is not None for _ in range(3)]
    assert used == [True, True, False]


def test_a_token_that_has_expired_is_good_no_more_and_swept_away(store):
    ana = person(store)
    with store.writing() as connection:
        secret = tokens.issue(connection, TokenKind.SESSION, ana.id)
        connection.execute(update(tokens_table).values(expires=time.time() - 1))
        assert tokens.look_up(connection, TokenKind.SESSION, secret) is None
        assert tokens.sweep(connection) == 1


def test_recovery_codes_are_good_once_each_and_until_there_are_new_ones(store):
    ana = person(store)
    with store.writing() as connection:
        first = accounts.recovery_codes(connection, ana.id)
        assert len(set(first)) == 8
        assert tokens.use(connection, TokenKind.RECOVERY, first[0]) is not None
        assert tokens.use(connection, TokenKind.RECOVERY, first[0]) is None
        accounts.recovery_codes(connection, ana.id)
        assert tokens.use(connection, TokenKind.RECOVERY, first[1]) is None


def test_erasing_an_account_leaves_nothing_personal(store):
    portes = team(store)
    with store.writing() as connection:
        new = NewAccount("bob", "Bob", PASSWORD, real_name="Robert", email="bob@example.org")
        bob = accounts.register(connection, new, subject="https://id|7")
        teams.join(connection, portes, bob.id, 3)
        tokens.issue(connection, TokenKind.SESSION, bob.id)
        accounts.erase(connection, bob)
        row = dict(connection.execute(select(accounts_table).where(accounts_table.c.id == bob.id)).mappings().one())
        assert teams.members_of(connection, portes) == []
        assert connection.execute(select(tokens_table)).all() == []
    assert not {"Bob", "bob", "Robert", "bob@example.org", "https://id|7"} & set(map(str, row.values()))


@pytest.mark.parametrize("name", ["les portes", "Lès  Portes", "LES-PORTES", "Les Pörtes"])
def test_no_two_teams_have_names_that_look_alike(store, name):
    team(store)
    with pytest.raises(ContestError, match="is taken; choose another"), store.writing() as connection:
        teams.create(connection, name)


def test_a_team_cannot_take_the_name_of_a_house_champion(store):
    with pytest.raises(ContestError, match="is taken"), store.writing() as connection:
        teams.create(connection, "Weaver", taken=frozenset(["weaver"]))


def test_a_team_takes_so_many_members_and_a_person_is_in_one_team(store):
    first, second = team(store), team(store, "Others")
    people = [person(store, f"p{number}") for number in range(3)]
    with store.writing() as connection:
        for one in people[:2]:
            teams.join(connection, first, one.id, 2)
        with pytest.raises(ContestError, match="Les Portes is full: 2 members at most"):
            teams.join(connection, first, people[2].id, 2)
        teams.join(connection, second, people[0].id, 2)
        assert [name for _, name in teams.members_of(connection, first)] == ["P1"]
        assert teams.team_of(connection, people[0].id) == second
        assert teams.sizes(connection) == {first.id: 1, second.id: 1}
