from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from server.accounts import FREE_TRIES, LOGIN_MS, Account, Accounts
from server.config import ArbiterEntry
from server.store import Store

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
def accounts(store: Store, clock: Any) -> Accounts:
    return Accounts(store, clock, QUICK)


async def test_first_passwords_are_made_once_and_kept_private(accounts: Accounts, tmp_path: Path) -> None:
    entries = (
        ArbiterEntry(name="Chief", role="chief-arbiter"),
        ArbiterEntry(name="Desk", role="organiser", password_hash=QUICK.hash("known")),
    )
    made = await accounts.begin(entries, tmp_path)
    assert list(made) == ["Chief"]
    assert (tmp_path / "passwords.txt").stat().st_mode & 0o777 == 0o600
    assert await accounts.begin(entries, tmp_path) == {}
    chief = await accounts.log_in("Chief", made["Chief"])
    desk = await accounts.log_in("Desk", "known")
    assert chief is not None
    assert desk is not None
    assert accounts.who(chief) == Account(name="Chief", role="chief-arbiter")
    assert accounts.who(desk) == Account(name="Desk", role="organiser")


async def test_without_arbiters_there_is_still_a_chief(accounts: Accounts, tmp_path: Path) -> None:
    assert list(await accounts.begin((), tmp_path)) == ["arbiter"]
    assert accounts.all() == (Account(name="arbiter", role="chief-arbiter"),)


async def test_a_login_ends(accounts: Accounts, clock: Any) -> None:
    await accounts.set_password("A", "arbiter", "pw")
    token = await accounts.log_in("A", "pw")
    again = await accounts.log_in("A", "pw")
    assert token is not None
    assert again is not None
    await accounts.log_out(token)
    assert accounts.who(token) is None
    assert accounts.who(again) is not None
    clock.on(LOGIN_MS + 1)
    assert accounts.who(again) is None
    assert accounts.who("") is None


async def test_tokens_are_not_in_the_database_as_they_are(accounts: Accounts, store: Store) -> None:
    await accounts.set_password("A", "arbiter", "pw")
    token = await accounts.log_in("A", "pw")
    kept = store.read(lambda c: c.exec_driver_sql("SELECT token FROM tokens").scalars().all())
    assert token not in kept
    assert len(kept) == 1


async def test_guessing_has_to_wait(accounts: Accounts, clock: Any) -> None:
    await accounts.set_password("A", "arbiter", "pw")
    for _ in range(FREE_TRIES):
        assert await accounts.log_in("A", "wrong") is None
    assert await accounts.log_in("A", "pw") is None
    clock.on(60_000)
    assert await accounts.log_in("A", "pw") is not None


async def test_unknown_names_and_wrong_roles(accounts: Accounts) -> None:
    assert await accounts.log_in("Nobody", "pw") is None
    with pytest.raises(ValueError, match="king"):
        await accounts.set_password("A", "king", "pw")
    with pytest.raises(ValueError, match="not empty"):
        await accounts.set_password("A", "viewer", "")


async def test_removing_an_account_ends_its_logins(accounts: Accounts) -> None:
    await accounts.set_password("A", "arbiter", "pw")
    token = await accounts.log_in("A", "pw")
    assert token is not None
    await accounts.remove("A")
    assert accounts.who(token) is None
    assert accounts.all() == ()


async def test_a_players_token_is_stable_and_opens_that_player_only(accounts: Accounts) -> None:
    one, other = await accounts.player_token(1), await accounts.player_token(2)
    assert one == await accounts.player_token(1)
    assert len(one) >= 22
    assert (accounts.player_of(one), accounts.player_of(other), accounts.player_of("x")) == (1, 2, None)
    assert accounts.who(one) is None
