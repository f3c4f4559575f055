"""Irregularities of draughts and chess, in the order of 5.4.13.2; 5.4.13.1, .3 and .4. Only the opponent may demand
correction, and only until his reply; an uncrowned king may be put right until the game ends (5.4.13.2). In chess an
illegal move is put right whenever it is found during the game, and by the arbiter (FIDE 7.5.1)."""

from rules.law.kinds import Grade, Kind, Until

DECISIONS = ("require-correction", "let-stand", "remark", "warning", "time-to-opponent", "loss", "loss-of-both")

ILLEGAL = "FIDE 7.5.1"


def _kind(
    name: str,
    titles: tuple[str, str],
    texts: tuple[str, str],
    *,
    article: str = "5.4.13.2",
    chess: str = "",
    grade: Grade = "attention",
    until: Until = "reply",
) -> Kind:
    return Kind(
        name=name,
        articles={"*": article, "renju": "", "chess": chess},
        grade=grade,
        who_may_act="opponent",
        until=until,
        apart={"chess": ("arbiter", "game-end")} if chess == ILLEGAL else {},
        rulings=DECISIONS,
        titles=titles,
        texts=texts,
    )


KINDS = (
    _kind(
        "illegal-move",
        ("Ход не по правилам", "Move against the rules"),
        ("{side}: сделан ход, которого нет в правилах.", "{side} made a move that the rules do not have."),
        chess=ILLEGAL,
    ),
    _kind(
        "two-moves-in-a-row",
        ("Два хода подряд", "Two moves in a row"),
        ("{side} сделали второй ход до ответа соперника.", "{side} moved again before the opponent's reply."),
        chess=ILLEGAL,
    ),
    _kind(
        "touch-move",
        ("Тронута другая шашка", "Another piece was touched"),
        ("{side} подняли одну шашку, вернули её и сходили другой.", "{side} lifted one piece and moved another."),
        article="5.4.13.3",
        chess="FIDE 4.3",
    ),
    _kind(
        "move-retracted",
        ("Ход взят обратно", "Move taken back"),
        ("{side} поставили шашку и взяли ход обратно.", "{side} put the piece down and took the move back."),
        chess="FIDE 4.7",
    ),
    _kind(
        "opponents-piece-moved",
        ("Ход чужой шашкой", "Opponent's piece moved"),
        ("{side} сделали ход шашкой соперника.", "{side} moved a piece of the opponent."),
        chess=ILLEGAL,
    ),
    _kind(
        "capture-missed",
        ("Взятие не сделано", "Capture not made"),
        ("{side} сделали тихий ход, хотя нужно было бить.", "{side} made a quiet move though a capture was due."),
    ),
    _kind(
        "piece-removed",
        ("Снята шашка без взятия", "Piece removed, no capture"),
        ("{side} сняли шашку, хотя взятия не было.", "{side} removed a piece though nothing was captured."),
        chess=ILLEGAL,
    ),
    _kind(
        "captured-removed-early",
        ("Шашки сняты до конца боя", "Removed before the end"),
        (
            "{side} сняли побитую шашку до окончания взятия.",
            "{side} removed a captured piece before the capture had ended.",
        ),
        grade="note",
    ),
    _kind(
        "wrong-number-captured",
        ("Снято не то число шашек", "Wrong number captured"),
        ("{side} сняли не столько шашек, сколько взято.", "{side} removed another number of pieces than was captured."),
        chess=ILLEGAL,
    ),
    _kind(
        "wrong-piece-captured",
        ("Снята не та шашка", "Wrong piece captured"),
        ("{side} сняли шашку, которая не побита.", "{side} removed a piece that was not captured."),
    ),
    _kind(
        "capture-interrupted",
        ("Взятие не закончено", "Capture not finished"),
        ("{side} остановились посреди взятия.", "{side} stopped in the middle of a capture."),
    ),
    _kind(
        "own-piece-removed",
        ("Снята своя шашка", "Own piece removed"),
        ("{side} при взятии сняли свою шашку.", "{side} removed a piece of their own with a capture."),
        chess=ILLEGAL,
    ),
    _kind(
        "king-not-crowned",
        ("Дамка не обозначена", "King not crowned"),
        ("{side} дошли до последнего ряда и не обозначили дамку.", "{side} reached the last row and made no king."),
        grade="note",
        until="game-end",
    ),
    _kind(
        "uncrowned-king-played",
        ("Ход необозначенной дамкой", "Uncrowned king played"),
        ("{side} сыграли дамкой, которая не обозначена.", "{side} played a king that is not crowned."),
        until="game-end",
    ),
    _kind(
        "pressed-after-illegal-move",
        ("Часы пущены после ошибки", "Pressed after an error"),
        (
            "{side} сделали неправильный ход и переключили часы.",
            "{side} made an irregular move and pressed the clock.",
        ),
        article="5.4.13.4",
        chess="FIDE 7.5.5",
        grade="note",
    ),
    Kind(
        name="wrong-setup",
        articles={"*": "5.4.13.1", "renju": "5.3.8.1", "chess": "FIDE 7.2.1"},
        grade="attention",
        who_may_act="arbiter",
        until="start",
        rulings=("restore-position", "let-stand"),
        titles=("Шашки стоят неверно", "Wrong set-up"),
        texts=("Начальная расстановка не совпадает с правилами.", "The board is not set up as the rules say."),
    ),
    Kind(
        name="wrong-colours",
        articles={"*": "5.4.13.1", "renju": "5.3.8.1", "chess": "FIDE 7.3"},
        grade="attention",
        who_may_act="arbiter",
        until="start",
        rulings=("restore-position", "let-stand"),
        titles=("Не тот цвет", "Wrong colours"),
        texts=("Игроки сели не за свой цвет.", "The players have each other's colours."),
    ),
)
