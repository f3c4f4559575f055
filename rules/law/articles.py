"""The articles' short texts in both languages, as screens show them; our own wording after `rules-texts/`.

Articles 2.1.9 and 4.2 are told from secondary sources (docs/articles.md).
"""

from collections.abc import Mapping
from typing import Literal

TEXTS: Mapping[str, tuple[str, str]] = {
    "2.1.9": (
        "Ничья по числу ходов: русские шашки. Пятнадцать ходов одними дамками; три дамки против одной, 15-й "
        "ход; главная дорога и две против одной, 5-й ход; равновесие сил без изменений 30 или 60 ходов. "
        "Изложено по вторичным источникам.",
        "Draws by counting moves in Russian draughts: fifteen moves with kings only; three kings against one, "
        "the 15th move; the main road and two against one, the 5th; an unchanged balance of forces for 30 or "
        "60 moves. From secondary sources.",
    ),
    "3.5": (
        "Ничья в стоклеточных шашках: 25 ходов только дамками без взятия; три дамки, две дамки и простая или "
        "дамка и две простые против одной дамки: 16-й ход; две дамки, дамка и простая или дамка против дамки: "
        "5-й ход.",
        "Draws on 100 squares: 25 moves with kings only and no capture; three kings, two kings and a man, or "
        "a king and two men against one king: the 16th move; two kings, a king and a man, or a king against a "
        "king: the 5th.",
    ),
    "4.2": (
        "Ничейные окончания в обратных шашках. Перечень взят по ссылкам пункта 4.2, их текст не проверен.",
        "Drawn endings in giveaway draughts: the list follows the references of article 4.2, whose text has "
        "not been verified.",
    ),
    "5.2.4.1": (
        "Первый камень ставится в центр доски. Поставленный камень передвигать нельзя.",
        "The first stone goes to the centre of the board. A stone that is placed must not be moved.",
    ),
    "5.2.4.2": (
        "Чёрным запрещены вилка 3×3, вилка 4×4 и длинный ряд; пять в ряд важнее любого фола.",
        "Double three, double four and overline are forbidden to Black; a five outweighs any foul.",
    ),
    "5.2.4.3": (
        "Начало партии ведётся по дебютному регламенту соревнования.",
        "The game is opened as the event's opening regulation says.",
    ),
    "5.2.5.1": (
        "Ход считается сделанным, когда камень поставлен и часы переключены; пятёрка действует с постановки камня.",
        "A move is made when the stone stands and the clock is pressed; a five takes effect on placement.",
    ),
    "5.2.5.2": (
        "Сдвинутые камни ставит на место тот, кто их сдвинул, за счёт своего времени.",
        "Whoever displaced stones puts them back on his own time.",
    ),
    "5.2.6.1": (
        "Выигрывает построивший пять в ряд.",
        "Whoever makes five in a row wins.",
    ),
    "5.2.6.2": (
        "Белые выигрывают и рядом длиннее пяти.",
        "White wins with a row longer than five as well.",
    ),
    "5.2.7": (
        "Ничья: соглашение, оба пропуска подряд, заполненная доска или невозможность пятёрки.",
        "A draw: agreement, two passes in a row, a full board, or no five possible.",
    ),
    "5.3.1.3": (
        "Истечение времени устанавливает игрок или судья.",
        "The end of a player's time is stated by a player or the arbiter.",
    ),
    "5.3.1.4": (
        "Соглашение и сдача остаются в силе, если просрочка обнаружена позже.",
        "Agreement and resignation stand if an expired time is found later.",
    ),
    "5.3.1.5": (
        "Неисправность часов устраняет судья; до контроля должно остаться не меньше пяти минут.",
        "The arbiter mends a clock at fault; at least five minutes to the control must remain.",
    ),
    "5.3.1.6": (
        "Остановка часов без причины, предусмотренной правилами, считается сдачей.",
        "Stopping the clocks without a reason in the rules counts as resignation.",
    ),
    "5.3.1.8": (
        "Нажатие по ошибке влечёт замечание или ничего и может быть отменено.",
        "A press by mistake brings a remark or nothing, and can be revoked.",
    ),
    "5.3.5": (
        "Предложение ничьей делается после своего хода и стоит до ответа.",
        "A draw is offered after one's own move, and the offer stands until answered.",
    ),
    "5.3.6": (
        "Опоздание до 30 минут допускается, прошедшее время засчитывается; дальше поражение; не явились оба — "
        "поражение обоим.",
        "Up to 30 minutes late is admitted and the time counts; beyond it a loss; both absent, a loss for both.",
    ),
    "5.3.8.1": (
        "Неверная расстановка или цвет исправляются до первого хода игрока.",
        "A wrong set-up or colour is put right before one's own first move.",
    ),
    "5.3.8.2-3": (
        "Невозможный ход или фол исправляется до конца партии: позиция до него возвращается, очередь хода и "
        "показания часов сохраняются, потеря времени за нарушителем.",
        "An impossible move or a foul is put right until the game ends: the position before it returns, the "
        "same side moves, the clocks keep their readings, the delay is the offender's.",
    ),
    "5.4.1.2": (
        "В назначенное время пускаются часы отсутствующего; если отсутствуют чёрные, белые хода на доске не "
        "делают. При появлении одного из двоих истёкшее время делится пополам.",
        "At the appointed time the absent player's clock is started; if Black is absent White makes no move "
        "on the board. When one of two absent players comes, the elapsed time is halved.",
    ),
    "5.4.2.3": (
        "Сделав ход, игрок пускает часы соперника. Не сделав очередного хода, пускать часы соперника нельзя.",
        "Having moved, a player starts the opponent's clock. Without having moved he must not.",
    ),
    "5.4.2.5": (
        "О неисправности часов сообщают судье; он исправляет их или заменяет и, если возможно, исправляет "
        "разницу во времени.",
        "A clock at fault is reported to the arbiter, who mends or replaces it and, where possible, corrects "
        "the difference in time.",
    ),
    "5.4.2.6": (
        "Время истекло, когда электронные часы показали ноль. Истечение до контрольного хода, во время него "
        "или при переключении часов — поражение.",
        "The time is up when an electronic clock reads zero. If that happens before, during or while pressing "
        "at the control move, the game is lost.",
    ),
    "5.4.2.7": (
        "Окончание времени фиксирует сам игрок, его соперник или судья; больше никто на него указывать не вправе.",
        "The end of the time is stated by the player himself, his opponent or the arbiter; no one else may "
        "point to it.",
    ),
    "5.4.2.9": (
        "Остановка часов считается признанием поражения, кроме предусмотренных случаев; при недоразумении "
        "судья ограничивается замечанием.",
        "Stopping the clocks counts as resignation except where the rules provide for it; for a "
        "misunderstanding a remark is enough.",
    ),
    "5.4.2.10": (
        "Если после хода на доске время истекло, а у соперника все шашки сняты или заперты, просрочка не "
        "фиксируется и засчитывается выигрыш.",
        "If the time ran out after the move was made on the board and the opponent has no pieces or no move "
        "left, the flag does not count and the win stands.",
    ),
    "5.4.4.1": (
        "Предельное опоздание указывает регламент: не более времени первого контроля и не более часа. Дальше "
        "— поражение в партии или микроматче.",
        "The regulations name the longest delay, at most the first control and at most an hour. Beyond it the "
        "game or micro-match is lost.",
    ),
    "5.4.4.2": (
        "Если без уважительных причин не явились оба, поражение засчитывается обоим.",
        "If both fail to come without good reason, both lose.",
    ),
    "5.4.12.1.1": (
        "Ничья: один предлагает, другой принимает.",
        "A draw: one player offers it and the other accepts.",
    ),
    "5.4.12.1.2": (
        "Ничья: время истекло у обоих, и нельзя установить, у кого раньше.",
        "A draw: both times are up, and who was first cannot be established.",
    ),
    "5.4.12.1.3": (
        "Ничья: одна и та же позиция с той же очередью хода возникла три раза или более.",
        "A draw: the same position with the same side to move arises three times or more.",
    ),
    "5.4.12.3": (
        "Ничью предлагают, сделав ход; затем пускают часы соперника. После отказа предложить снова можно лишь "
        "после предложения соперника.",
        "A draw is offered after a move; then the opponent's clock is started. After a refusal one may offer "
        "again only once the opponent has.",
    ),
    "5.4.13.1": (
        "Неверную расстановку или цвет исправляют только до начала партии; после хода обоих игра продолжается.",
        "A wrong set-up or colour is put right only before the game begins; once both have moved the game goes on.",
    ),
    "5.4.13.2": (
        "Неправильный ход, два хода подряд, тронутая шашка, взятый назад ход, невзятие, неверно снятые шашки, "
        "необозначенная дамка: только соперник решает, исправлять ли ошибку. Ответным ходом он теряет это "
        "право, кроме случая с дамкой.",
        "A wrong move, two moves in a row, a touched piece, a move taken back, a capture not made, pieces "
        "wrongly removed, a king not crowned: only the opponent decides whether it is put right. By replying "
        "he loses that right, except for the king.",
    ),
    "5.4.13.3": (
        "Если игрок сначала дотрагивается до одной шашки, а ходит другой, соперник может переключить часы "
        "назад и обязать сделать ход тронутой. Если должно быть взятие другой шашкой, игрок может его "
        "произвести.",
        "If a player first touches one piece and moves another, the opponent may press the clock back and "
        "oblige him to move the piece touched. If a capture with another piece is due, he may make it.",
    ),
    "5.4.13.4": (
        "Если ошибка сделана и часы пущены, соперник может переключить их назад и обязать исправить её за "
        "счёт времени нарушителя. Без согласия часы останавливают и зовут судью. Такие ходы ради добавочного "
        "времени — грубое нарушение.",
        "If the error was made and the clock pressed, the opponent may press it back and oblige the offender "
        "to put it right on his own time. Without agreement the clocks are stopped and the arbiter called. "
        "Doing so to gain increments is a grave breach.",
    ),
    "5.4.13.5": (
        "После окончания партии никакие претензии не принимаются.",
        "After the end of the game nothing can be claimed.",
    ),
    "5.4.14.1": (
        "Санкции: замечание, предупреждение, до двух минут сопернику, поражение одного или обоих, исключение.",
        "Sanctions: remark, warning, up to two minutes to the opponent, loss of one or both, exclusion.",
    ),
}


def article_text(number: str, language: Literal["ru", "en"]) -> str:
    """The short text of an article; empty for one that is not among the texts."""
    texts = TEXTS.get(number)
    return "" if texts is None else texts[0 if language == "ru" else 1]
