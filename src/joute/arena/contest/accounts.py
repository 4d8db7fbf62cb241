"""People: who may sign in, and what others see of them."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from joute.arena.store.schema import Role, TokenKind, accounts, members, tokens
from joute.core.errors import shown
from joute.core.text import Text

from .config import ContestError
from .tokens import issue, revoke_all

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LOGIN = re.compile(r"^[a-z0-9][a-z0-9._-]{1,39}$")
PASSWORD_LEAST, PASSWORD_MOST = 10, 200
NAME_MOST = 60
RECOVERY_CODES = 8
SESSIONS = (TokenKind.SESSION, TokenKind.API, TokenKind.SIGN_IN, TokenKind.RESET)
"""What ends when a password changes or an account is disabled."""


class Account(msgspec.Struct, frozen=True):
    """A person as the store knows them."""

    id: int
    login: str
    name: str
    real_name: str
    email: str
    password: str
    subject: str | None
    role: Role
    language: str
    created: float
    disabled: str
    erased: float | None

    @property
    def organiser(self) -> bool:
        return self.role == Role.ORGANISER


class NewAccount(msgspec.Struct, frozen=True):
    """What somebody says of themselves when they register."""

    login: str
    name: str
    password: str = ""
    real_name: str = ""
    email: str = ""
    language: str = "en"


@cache
def _hasher() -> PasswordHasher:
    from argon2 import PasswordHasher

    return PasswordHasher()


def register(
    connection: Connection, new: NewAccount, role: Role = Role.CONTESTANT, subject: str | None = None
) -> Account:
    """Add an account; raises ContestError. Without password or subject it can sign in by one-time links only."""
    login = checked_login(new.login)
    if _find(connection, accounts.c.login == login) is not None:
        raise ContestError(
            Text(
                f"login: {shown(login)} is taken; choose another",
                f"login : {shown(login)} est pris ; choisissez-en un autre",
            )
        )
    row = {
        "login": login,
        "name": checked_name(new.name, "name"),
        "real_name": _plain(new.real_name, 200),
        "email": checked_email(new.email),
        "password": hash_of(new.password) if new.password else "",
        "subject": subject,
        "role": str(role),
        "language": "fr" if new.language == "fr" else "en",
        "created": time.time(),
    }
    id_ = connection.execute(insert(accounts).values(row).returning(accounts.c.id)).scalar_one()
    return by_id(connection, id_)


# What may be said


def checked_login(login: str) -> str:
    text = unicodedata.normalize("NFKC", login).strip().lower()
    if not LOGIN.match(text):
        raise ContestError(
            Text(
                f"login: found {shown(login, 60)}; expected 2 to 40 letters a to z, digits, dots or dashes",
                f"login : trouvé {shown(login, 60)} ; attendu 2 à 40 lettres de a à z, chiffres, points ou tirets",
            )
        )
    return text


def checked_name(name: str, key: str) -> str:
    """A name that others read: not empty, not long, without characters that cannot be seen."""
    text = _plain(name, NAME_MOST + 1)
    if not text or len(text) > NAME_MOST:
        raise ContestError(
            Text(
                f"{key}: found {shown(name, 80)}; expected 1 to {NAME_MOST} characters",
                f"{key} : trouvé {shown(name, 80)} ; attendu 1 à {NAME_MOST} caractères",
            )
        )
    return text


def checked_email(email: str) -> str:
    text = _plain(email, 200)
    if text and not re.match(r"^[^@\s]{1,64}@[^@\s]{1,130}$", text):
        raise ContestError(
            Text(f"email: {shown(email, 80)} is no address", f"email : {shown(email, 80)} n'est pas une adresse")
        )
    return text


def _plain(text: str, most: int) -> str:
    """A text in one line, without control, format or private characters."""
    seen = "".join(
        char for char in unicodedata.normalize("NFC", text) if unicodedata.category(char)[0] not in "CZ" or char == " "
    )
    return " ".join(seen.split())[:most]


# Passwords


def hash_of(password: str) -> str:
    """The argon2 hash of a password; raises ContestError for one that is too short or too long."""
    if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
        raise ContestError(
            Text(
                f"password: {len(password)} characters; expected {PASSWORD_LEAST} to {PASSWORD_MOST}",
                f"password : {len(password)} caractères ; attendu {PASSWORD_LEAST} à {PASSWORD_MOST}",
            )
        )
    return _hasher().hash(password)


@cache
def _nobody() -> str:
    """The hash of a password that nobody has, so that an unknown login takes as long as a wrong password."""
    return _hasher().hash("nobody has this one")


def verify(account: Account | None, password: str) -> bool:
    """Whether this is the password of an account; takes the same time where there is no account."""
    from argon2.exceptions import Argon2Error, InvalidHashError

    known = account.password if account is not None and account.password else _nobody()
    try:
        right = _hasher().verify(known, password[:PASSWORD_MOST])
    except (Argon2Error, InvalidHashError):
        return False
    return right and account is not None and bool(account.password)


def set_password(connection: Connection, account: Account, password: str) -> None:
    """Change a password; all sessions and tokens of the account end."""
    change(connection, account.id, password=hash_of(password))
    revoke_all(connection, account.id, *SESSIONS)


def recovery_codes(connection: Connection, account: int) -> list[str]:
    """New codes that its owner writes down; those before are good no more."""
    revoke_all(connection, account, TokenKind.RECOVERY)
    return [issue(connection, TokenKind.RECOVERY, account) for _ in range(RECOVERY_CODES)]


# Reading and changing


def by_id(connection: Connection, id_: int) -> Account:
    account = _find(connection, accounts.c.id == id_)
    if account is None:
        raise ContestError(Text(f"there is no account {id_}", f"il n'y a pas de compte {id_}"))
    return account


def by_login(connection: Connection, login: str) -> Account | None:
    """The account of a login, or of an e-mail address that one account alone has."""
    text = unicodedata.normalize("NFKC", login).strip().lower()
    known = _find(connection, accounts.c.login == text)
    if known is None and "@" in text:
        rows = connection.execute(select(accounts.c.id).where(func.lower(accounts.c.email) == text)).scalars().all()
        known = by_id(connection, rows[0]) if len(rows) == 1 else None
    return known


def by_subject(connection: Connection, subject: str) -> Account | None:
    """The account of somebody who comes from the single sign-on."""
    return _find(connection, accounts.c.subject == subject)


def everybody(connection: Connection) -> list[Account]:
    return [_account(row) for row in connection.execute(select(accounts).order_by(accounts.c.id)).mappings()]


def names(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """The names that others see of some accounts."""
    found = connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(list(ids))))
    return {int(id_): str(name) for id_, name in found}


def change(connection: Connection, id_: int, **values: Any) -> None:
    connection.execute(update(accounts).where(accounts.c.id == id_).values(values))


def describe(connection: Connection, id_: int, name: str, real_name: str, email: str, language: str) -> None:
    """Change what somebody says of themselves; raises ContestError."""
    said = {"name": checked_name(name, "name"), "real_name": _plain(real_name, 200), "email": checked_email(email)}
    change(connection, id_, **said, language="fr" if language == "fr" else "en")


def disable(connection: Connection, account: Account, why: str) -> None:
    """Keep an account from signing in, for a reason; an empty one lets it in again."""
    change(connection, account.id, disabled=why)
    revoke_all(connection, account.id, *SESSIONS)


def erase(connection: Connection, account: Account) -> None:
    """Remove all personal data of an account; what its team has played stays, under the team's name."""
    connection.execute(delete(tokens).where(tokens.c.account_id == account.id))
    connection.execute(delete(members).where(members.c.account_id == account.id))
    nobody = {"name": "-", "real_name": "", "email": "", "password": "", "subject": None, "erased": time.time()}
    change(connection, account.id, login=f"erased-{account.id}", disabled="erased", **nobody)


def _find(connection: Connection, condition: Any) -> Account | None:
    row = connection.execute(select(accounts).where(condition)).mappings().one_or_none()
    return None if row is None else _account(row)


def _account(row: Any) -> Account:
    return Account(**dict(row) | {"role": Role(row["role"])})
