"""Where other computers reach this one."""

import pytest

from server.address import is_loopback, reachable


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.3.2.1", "::1", "[::1]"])
def test_the_browsers_own_computer(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["hall", "192.168.1.10", "fe80::1", ""])
def test_another_computer(host: str) -> None:
    assert not is_loopback(host)


def test_a_host_that_the_settings_name_is_kept() -> None:
    assert reachable("192.168.1.10") == "192.168.1.10"


def test_every_network_card_becomes_one_address() -> None:
    assert reachable("0.0.0.0") not in ("0.0.0.0", "")
