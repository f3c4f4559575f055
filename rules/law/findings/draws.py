"""Draws: repetition, move limits, offers (5.4.12; the disciplines' own counts). The arbiter may record a draw on his
own initiative, but not in renju (5.4.12.6). In chess a player claims it, a repetition before he plays on (FIDE 9.4);
the fifth repetition and the seventy-fifth move end the game by themselves (FIDE 9.6)."""

from rules.law.kinds import Kind

KINDS = (
    Kind(
        name="repetition",
        articles={"*": "5.4.12.1.3", "renju": "", "chess": "FIDE 9.2"},
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        apart={"chess": ("player", "reply")},
        rulings=("draw", "let-stand", "reject"),
        titles=("Позиция повторилась трижды", "Position three times"),
        texts=(
            "Одна и та же позиция с тем же ходом возникла в третий раз или более.",
            "The same position with the same side to move arose for the third time or more.",
        ),
    ),
    Kind(
        name="move-limit",
        articles={
            "russian": "2.1.9",
            "international": "3.5",
            "giveaway": "4.2",
            "renju": "5.2.7.2",
            "chess": "FIDE 9.3",
            "*": "",
        },
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        apart={"chess": ("player", "game-end"), "renju": ("player", "game-end")},
        rulings=("draw", "let-stand", "reject"),
        titles=("Счёт ходов до ничьей", "Move limit reached"),
        texts=(
            "Сделано число ходов, после которого партия ничья.",
            "The number of moves has been made after which the game is drawn.",
        ),
    ),
    Kind(
        name="draw-offer-out-of-turn",
        articles={"*": "5.4.12.3", "renju": "5.3.5", "chess": "FIDE 9.1.2.1"},
        grade="note",
        who_may_act="opponent",
        until="game-end",
        rulings=("let-stand", "remark", "warning"),
        titles=("Предложение не в свой ход", "Draw offered out of turn"),
        texts=(
            "{side} предложили ничью, не сделав хода или повторно.",
            "{side} offered a draw without a move, or again before the opponent had.",
        ),
    ),
)
