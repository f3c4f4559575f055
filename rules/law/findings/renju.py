"""Renju: fives, fouls, passes, stones (5.2.4-5.2.7, 5.3.8). A foul is corrected, not lost, unless the regulations say
otherwise (5.3.8.2-3)."""

from rules.law.kinds import Grade, Kind

FOUL = ("restore-position", "reject", "remark", "warning", "loss")


def _foul(name: str, article: str, titles: tuple[str, str], texts: tuple[str, str]) -> Kind:
    return Kind(
        name=name,
        articles={"*": article},
        grade="attention",
        who_may_act="opponent",
        until="game-end",
        rulings=FOUL,
        titles=titles,
        texts=texts,
    )


def _stone(
    name: str, article: str, titles: tuple[str, str], texts: tuple[str, str], grade: Grade = "attention"
) -> Kind:
    return Kind(
        name=name,
        articles={"*": article},
        grade=grade,
        who_may_act="opponent",
        until="game-end",
        rulings=("restore-position", "let-stand", "remark", "warning"),
        titles=titles,
        texts=texts,
    )


def _end(name: str, article: str, titles: tuple[str, str], texts: tuple[str, str]) -> Kind:
    return Kind(
        name=name,
        articles={"*": article},
        grade="note",
        who_may_act="arbiter",
        until="none",
        rulings=("let-stand",),
        titles=titles,
        texts=texts,
        audience="public",
    )


KINDS = (
    _end("five", "5.2.6.1", ("Пятёрка", "Five in a row"), ("{side} построили пятёрку.", "{side} made five.")),
    _end(
        "overline-win",
        "5.2.6.2",
        ("Длинный ряд белых", "White's long row"),
        ("Белые построили ряд длиннее пяти.", "White made a row longer than five."),
    ),
    _end(
        "mutual-pass",
        "5.2.7",
        ("Оба пропустили ход", "Both passed"),
        ("Оба игрока пропустили ход подряд.", "Both players passed, one after the other."),
    ),
    _end(
        "no-five-possible",
        "5.2.7",
        ("Пятёрка невозможна", "No five is possible"),
        ("Ни один из игроков уже не может построить пятёрку.", "Neither player can make a five any more."),
    ),
    _foul(
        "foul-double-three",
        "5.2.4.2",
        ("Фол: вилка 3×3", "Foul: double three"),
        ("Ход чёрных строит две тройки.", "Black's stone makes two threes."),
    ),
    _foul(
        "foul-double-four",
        "5.2.4.2",
        ("Фол: вилка 4×4", "Foul: double four"),
        ("Ход чёрных строит две четвёрки.", "Black's stone makes two fours."),
    ),
    _foul(
        "foul-overline",
        "5.2.4.2",
        ("Фол: длинный ряд", "Foul: overline"),
        ("Ход чёрных строит ряд длиннее пяти.", "Black's stone makes a row longer than five."),
    ),
    _foul(
        "opening-violation",
        "5.2.4.3",
        ("Нарушен дебют", "Opening rule broken"),
        ("Ход не по дебютному регламенту.", "The move is not one the opening regulation allows."),
    ),
    _stone(
        "impossible-move",
        "5.3.8.2-3",
        ("Невозможный ход", "Impossible move"),
        ("{side} сделали невозможный ход.", "{side} made an impossible move."),
    ),
    _stone(
        "unclear-move",
        "5.3.8.2-3",
        ("Неясный ход", "Unclear move"),
        ("Шашка стоит между пунктами.", "A stone stands between points."),
    ),
    _stone(
        "opponents-stone",
        "5.3.8.2-3",
        ("Шашка соперника", "Opponent's stone"),
        ("{side} поставили шашку соперника.", "{side} placed a stone of the opponent."),
    ),
    _stone(
        "stone-moved-after-placing",
        "5.2.4.1",
        ("Шашка передвинута", "Stone moved after placing"),
        ("{side} передвинули поставленную шашку.", "{side} moved a stone that had been placed."),
    ),
    _stone(
        "stones-displaced",
        "5.2.5.2",
        ("Шашки сдвинуты", "Stones displaced"),
        ("{side} сдвинули шашки на доске.", "{side} displaced stones on the board."),
        "note",
    ),
    _stone(
        "moved-before-opponents-press",
        "5.2.5.1",
        ("Ход до нажатия часов", "Moved before the press"),
        ("{side} походили до переключения часов соперником.", "{side} moved before the opponent's press."),
        "note",
    ),
)
