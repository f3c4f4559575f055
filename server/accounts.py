"""Who may do what on the pages: accounts with argon2 hashes, log-ins, and the players' tokens for entering results.

A log-in's token is kept only as its SHA-256: a copied database logs no one in. A player's token is printed on the
pairing sheet as a link and a QR code, so it is kept as it is; it opens nothing but the player's own result.
"""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from server import store
from server.config import ROLES, ArbiterEntry
from server.folder import ALPHABET, write_private
from server.store import Store

LOGIN_MS = 24 * 3600 * 1000
"""How long a log-in lasts: longer than a playing day."""

FREE_TRIES = 5
TRY_PAUSE_MS = 2_000
"""After `FREE_TRIES` wrong passwords for one name each further try must wait, twice as long every time."""

LONGEST_PAUSE_MS = 5 * 60 * 1000

CHIEF, DEPUTY, ARBITER, ORGANISER, VIEWER = ROLES
ARBITERS = (CHIEF, DEPUTY, ARBITER)
"""The roles that rule at the tables."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A person with a log-in."""

    name: str
    role: str


class Accounts:
    """The accounts of one event. ``clock`` gives UTC in milliseconds."""

    def __init__(self, kept: Store, clock: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        self._store, self._clock = kept, clock
        self._hasher = hasher or PasswordHasher()
        self._wrong: dict[str, tuple[int, int]] = {}
        self._decoy = self._hasher.hash(secrets.token_urlsafe())

    async def begin(self, arbiters: tuple[ArbiterEntry, ...], folder: Path) -> dict[str, str]:
        """Make the accounts that the settings name and the store lacks; the passwords that had to be made, which are
        also written to ``passwords.txt`` in ``folder``, readable by its owner only.

        With no arbiter named there is still one account, ``arbiter``, chief arbiter: someone must be able to rule.
        """
        entries = arbiters or (ArbiterEntry(name="arbiter", role=CHIEF),)
        made: dict[str, str] = {}
        known = {account.name for account in self.all()}
        for entry in entries:
            if entry.name in known:
                continue
            if entry.password_hash:
                await self._put(entry.name, entry.role, entry.password_hash)
                continue
            password = "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(3))
            await self.set_password(entry.name, entry.role, password)
            made[entry.name] = password
        if made:
            lines = "".join(f"{name}: {password}\n" for name, password in made.items())
            write_private(folder / "passwords.txt", lines)
        return made

    def all(self) -> tuple[Account, ...]:
        """Every account, by name."""
        query = sa.select(store.accounts.c.name, store.accounts.c.role).order_by(store.accounts.c.name)
        rows = self._store.read(lambda connection: connection.execute(query).all())
        return tuple(Account(name=row.name, role=row.role) for row in rows)

    async def set_password(self, name: str, role: str, password: str) -> None:
        """Make the account, or give it this role and password. Raises ValueError for an unknown role or an empty
        password."""
        if role not in ROLES or not password:
            raise ValueError(f"role {role!r}, expected one of {', '.join(ROLES)}, and a password that is not empty")
        await self._put(name, role, await asyncio.to_thread(self._hasher.hash, password))

    async def remove(self, name: str) -> None:
        """Remove an account and end its log-ins."""
        gone = sa.delete(store.accounts).where(store.accounts.c.name == name)
        ended = sa.delete(store.tokens).where((store.tokens.c.kind == "login") & (store.tokens.c.who == name))
        await self._store.commit(lambda connection: [connection.execute(each).rowcount for each in (gone, ended)])

    async def log_in(self, name: str, password: str) -> str | None:
        """A new log-in's token for a cookie, or None when the password is wrong or the name must wait.

        An unknown name takes as long as a wrong password.
        """
        wrong, until_ms = self._wrong.get(name, (0, 0))
        if self._clock() < until_ms:
            return None
        query = sa.select(store.accounts.c.hash).where(store.accounts.c.name == name)
        kept = self._store.read(lambda connection: connection.execute(query).scalar())
        right = await asyncio.to_thread(self._verify, kept or self._decoy, password)
        if kept is None or not right:
            wrong += 1
            pause = 0 if wrong < FREE_TRIES else min(TRY_PAUSE_MS << min(wrong - FREE_TRIES, 16), LONGEST_PAUSE_MS)
            self._wrong[name] = (wrong, self._clock() + pause)
            while len(self._wrong) > 1000:  # names made up by someone who guesses must not fill the memory
                self._wrong.pop(next(iter(self._wrong)))
            return None
        self._wrong.pop(name, None)
        token = secrets.token_urlsafe(32)
        row = {"token": _digest(token), "kind": "login", "who": name, "until_ms": self._clock() + LOGIN_MS}
        stale = sa.delete(store.tokens).where(store.tokens.c.until_ms < self._clock())
        opened = sa.insert(store.tokens).values(row)
        await self._store.commit(lambda connection: [connection.execute(each).rowcount for each in (stale, opened)])
        return token

    def who(self, token: str) -> Account | None:
        """Whose log-in ``token`` is, with the role the account has now."""
        if not token:
            return None
        held = store.tokens.join(store.accounts, store.tokens.c.who == store.accounts.c.name)
        query = (
            sa.select(store.accounts.c.name, store.accounts.c.role)
            .select_from(held)
            .where(
                (store.tokens.c.token == _digest(token))
                & (store.tokens.c.kind == "login")
                & (store.tokens.c.until_ms > self._clock())
            )
        )
        row = self._store.read(lambda connection: connection.execute(query).first())
        return Account(name=row.name, role=row.role) if row else None

    async def log_out(self, token: str) -> None:
        """End a log-in."""
        gone = sa.delete(store.tokens).where(store.tokens.c.token == _digest(token))
        await self._store.commit(lambda connection: connection.execute(gone).rowcount)

    async def player_token(self, player: int) -> str:
        """The token of a player's result page: 128 random bits, the same for the whole event."""
        return await self._personal("player", player)

    def player_of(self, token: str) -> int | None:
        """Whose result page ``token`` opens: the start number."""
        return self._whose("player", token)

    async def captain_token(self, team: int) -> str:
        """The token of the page on which a team's captain files line-ups, as that of a player."""
        return await self._personal("captain", team)

    def captain_of(self, token: str) -> int | None:
        """Whose line-ups ``token`` opens: the team's number."""
        return self._whose("captain", token)

    async def _personal(self, kind: str, number: int) -> str:
        place = (store.tokens.c.kind == kind) & (store.tokens.c.who == str(number))
        query = sa.select(store.tokens.c.token).where(place)

        def work(connection: sa.engine.Connection) -> str:
            known = connection.execute(query).scalar()
            if known is not None:
                return str(known)
            token = secrets.token_urlsafe(16)
            row = {"token": token, "kind": kind, "who": str(number), "until_ms": None}
            connection.execute(sa.insert(store.tokens), row)
            return token

        return await self._store.commit(work)

    def _whose(self, kind: str, token: str) -> int | None:
        query = sa.select(store.tokens.c.who).where((store.tokens.c.kind == kind) & (store.tokens.c.token == token))
        found = self._store.read(lambda connection: connection.execute(query).scalar())
        return int(found) if found is not None else None

    async def _put(self, name: str, role: str, hash: str) -> None:
        row = {"name": name, "role": role, "hash": hash}
        await self._store.commit(lambda connection: self._store.put(connection, store.accounts, row))

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
