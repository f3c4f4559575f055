"""Under which address other computers of the hall reach this one."""

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
"""What `[server] host` says where every network card is listened to."""


def reachable(host: str) -> str:
    """An address under which other computers reach a server that listens on ``host``; loopback where there is none."""
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses the way out; nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_loopback(host: str) -> bool:
    """Whether ``host``, as a browser wrote it, means the browser's own computer."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
