"""What is wrong with devices and records. No article speaks of them; the arbiter decides what it means."""

from rules.law.kinds import Grade, Kind, Until


def _device(
    name: str,
    titles: tuple[str, str],
    texts: tuple[str, str],
    grade: Grade = "attention",
    until: Until = "game-end",
    rulings: tuple[str, ...] = ("let-stand",),
) -> Kind:
    return Kind(
        name=name,
        articles={"*": ""},
        grade=grade,
        who_may_act="arbiter",
        until=until,
        rulings=rulings,
        titles=titles,
        texts=texts,
    )


KINDS = (
    _device("device-silent", ("Доска молчит", "Board silent"), ("Доска не отвечает.", "The board does not answer.")),
    _device(
        "out-of-sync",
        ("Доска не совпадает", "Board and record differ"),
        ("На доске не та позиция, что в записи.", "The board shows another position than the record."),
        rulings=("let-stand", "follow-board"),
    ),
    _device(
        "chain-broken",
        ("Запись повреждена", "Record damaged"),
        ("Цепочка записи не сходится.", "The chain of the record does not hold."),
        "decision",
    ),
    _device(
        "duplicate-table",
        ("Два прибора за столом", "Two computers at a table"),
        ("Под этим номером стола пишет второй компьютер.", "A second computer writes under this table's number."),
        "decision",
    ),
)
