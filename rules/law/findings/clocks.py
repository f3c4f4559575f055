"""What the clock shows: 5.4.2, for renju 5.3.1. The end of a player's time is stated by himself, his opponent or the
arbiter (5.4.2.7)."""

from rules.law.kinds import Kind

KINDS = (
    Kind(
        name="flag-fall",
        articles={"*": "5.4.2.6", "renju": "5.3.1.3", "chess": "FIDE 6.9"},
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        rulings=("loss", "clock-fault"),
        titles=("Истекло время", "Time ran out"),
        texts=("Время вышло: {side}.", "{side} ran out of time."),
    ),
    Kind(
        name="both-flags",
        articles={"*": "5.4.12.1.2"},
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        rulings=("draw", "clock-fault"),
        titles=("Время истекло у обоих", "Both flags have fallen"),
        texts=(
            "Время вышло у обоих, кто просрочил раньше, не видно.",
            "Both ran out of time, and who did first cannot be seen.",
        ),
    ),
    Kind(
        name="flag-after-win",
        articles={"*": "5.4.2.10", "renju": "5.2.6.1", "chess": "FIDE 5.1"},
        grade="note",
        who_may_act="arbiter",
        until="none",
        rulings=("let-stand",),
        titles=("Время после последнего хода", "Time out after the last move"),
        texts=(
            "Время вышло после хода, которым партия закончилась на доске: просрочка не фиксируется.",
            "The time ran out after the move that ended the game on the board: it does not count.",
        ),
    ),
    Kind(
        name="flag-after-agreement",
        articles={"*": "5.3.1.4"},
        grade="note",
        who_may_act="arbiter",
        until="none",
        rulings=("let-stand",),
        titles=("Время после соглашения", "Time ran out after the end"),
        texts=(
            "Время вышло, когда партия уже была окончена соглашением.",
            "The time ran out when the players had already ended the game.",
        ),
    ),
    Kind(
        name="pressed-without-moving",
        articles={"*": "5.4.2.3", "renju": "5.3.1.8", "chess": "FIDE 7.5.3"},
        grade="attention",
        who_may_act="opponent",
        until="reply",
        apart={"chess": ("arbiter", "game-end")},
        rulings=("let-stand", "remark", "warning", "time-to-opponent"),
        titles=("Часы без хода", "Pressed without a move"),
        texts=("{side} переключили часы, не сделав хода.", "{side} pressed the clock without a move."),
    ),
    Kind(
        name="clock-stopped",
        articles={"*": "5.4.2.9", "renju": "5.3.1.8"},
        grade="attention",
        who_may_act="arbiter",
        until="game-end",
        rulings=("loss", "let-stand", "remark"),
        titles=("Часы остановлены", "Clocks stopped"),
        texts=("Часы стоят, партия не окончена.", "The clocks stand and the game is not over."),
    ),
    Kind(
        name="clock-disagrees",
        articles={"*": ""},
        grade="attention",
        who_may_act="arbiter",
        until="game-end",
        rulings=("clock-fault", "let-stand"),
        titles=("Часы идут неверно", "Clock does not run true"),
        texts=(
            "Показания часов изменились не так, как должны были.",
            "The clock's reading changed in another way than it should.",
        ),
    ),
    Kind(
        name="counts-disagree",
        articles={"*": ""},
        grade="attention",
        who_may_act="arbiter",
        until="game-end",
        rulings=("let-stand",),
        titles=("Ходы и нажатия не сходятся", "Moves and presses differ"),
        texts=(
            "Число ходов и число нажатий часов различаются.",
            "The number of moves and the number of presses differ.",
        ),
    ),
)
