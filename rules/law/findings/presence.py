"""Being there in time: 5.4.1.2, 5.4.4; for renju 5.3.6."""

from rules.law.kinds import Kind

KINDS = (
    Kind(
        name="late",
        articles={"*": "5.4.4.1", "renju": "5.3.6", "chess": "FIDE 6.7.1"},
        grade="attention",
        who_may_act="arbiter",
        until="game-end",
        rulings=("let-stand", "excuse", "remark", "warning", "loss"),
        titles=("Опоздание", "Late"),
        texts=("{side} опоздали к началу.", "{side} came late."),
    ),
    Kind(
        name="no-show",
        articles={"*": "5.4.4.1", "renju": "5.3.6", "chess": "FIDE 6.7.1"},
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        rulings=("loss", "excuse", "let-stand"),
        titles=("Неявка", "No show"),
        texts=("{side} не пришли до предельного времени.", "{side} did not come within the time allowed."),
    ),
    Kind(
        name="both-absent",
        articles={"*": "5.4.4.2", "renju": "5.3.6"},
        grade="decision",
        who_may_act="arbiter",
        until="game-end",
        rulings=("loss-of-both", "excuse", "let-stand"),
        titles=("Не пришли оба", "Both absent"),
        texts=("Обе стороны не пришли за допустимое время.", "Neither side came within the time allowed."),
    ),
    Kind(
        name="moved-before-arrival",
        articles={"*": "5.4.1.2", "renju": "5.3.6"},
        grade="attention",
        who_may_act="arbiter",
        until="game-end",
        rulings=("let-stand", "remark"),
        titles=("Ход до прихода соперника", "Moved before arrival"),
        texts=("{side} сделали ход без соперника.", "{side} moved while the opponent was absent."),
    ),
)
