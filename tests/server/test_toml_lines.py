from server.toml_lines import line_map


def test_sections_arrays_and_keys_have_their_lines() -> None:
    text = "\n".join(
        [
            "# [not.this]",  # 1
            "[event]",  # 2
            'name = { ru = "a", en = "b" }  # x = 1',  # 3
            '"odd key" = 1',  # 4
            "",  # 5
            "[[table]]",  # 6
            "number = 1",  # 7
            "[[table]]",  # 8
            "  number = 2",  # 9
            "a.b = 3",  # 10
        ]
    )
    lines = line_map(text)
    assert lines["event",] == 2
    assert lines["event", "name"] == 3
    assert lines["event", "odd key"] == 4
    assert lines["table", 0, "number"] == 7
    assert lines["table", 1] == 8
    assert lines["table", 1, "number"] == 9
    assert lines["table", 1, "a", "b"] == 10
    assert ("not",) not in lines


def test_keys_inside_strings_and_arrays_are_not_keys() -> None:
    text = 'a = """\nb = 1\n[c]\n"""\nd = [\n  "[e]",\n  "x = [",\n]\nf = 2\n'
    lines = line_map(text)
    assert set(lines) == {("a",), ("d",), ("f",)}
    assert lines["f",] == 9
