import xml.etree.ElementTree as ET

import pytest

from display.qr import MOST_BYTES, modules, qr_svg

# Rows as hexadecimal numbers, by an independent encoder (mask 2).
GOLDEN = {
    "http://hall/me/token": (
        "1fc497f 1043b41 175455d 1757c5d 175615d 1055641 1fd557f 15700 17c8f7c "
        "131c922 2ddfab 1a28141 195c0d7 1c2182a 17d0f8b 1709b59 13dd7f4 1431c "
        "1fc715f 1052519 175a3ff 1759c57 1750d25 1041bb9 1fd94bf"
    ),
    "http://192.168.100.200:8000/me/0123456789012345678901": (
        "1fc312f7f 104934141 175e70e5d 17550505d 175c7675d 105a44941 1fd55557f 1c54b00 17c38d07c "
        "14999abef 15fff8c94 a979e9de 1afa51018 8282e7e7 ed0fd432 11124984 17e3ef039 160b82fef "
        "13d524d54 199ce3e1c 14e727218 13943afe5 10454494a 160bd4d86 11551e1fa 180ad17 1fcc68754 "
        "10546c917 1752311fb 175826c3f 1759b59e4 104227a74 1fdc7d1ba"
    ),
}


@pytest.mark.parametrize("text", GOLDEN)
def test_golden_codes(text: str) -> None:
    rows = modules(text, 2)
    shown = " ".join(f"{int(''.join('1' if dark else '0' for dark in row), 2):x}" for row in rows)
    assert shown == GOLDEN[text]


@pytest.mark.parametrize(("length", "size"), [(1, 21), (14, 21), (15, 25), (62, 33), (63, 37), (106, 41)])
def test_the_smallest_version_that_holds_the_text(length: int, size: int) -> None:
    assert len(modules("x" * length)) == size


def test_too_long_a_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="a code holds 106 bytes, the text has 107"):
        modules("x" * (MOST_BYTES + 1))


def test_the_picture_is_black_on_white_with_a_quiet_zone() -> None:
    root = ET.fromstring(qr_svg("http://hall/me/token"))
    assert root.get("viewBox") == "0 0 33 33"
    assert [child.get("fill") for child in root] == ["#fff", "#000"]
    assert (root[1].get("d") or "").startswith("M4 4h1")
