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
        "Первая шашка ставится в центр доски. Поставленные шашки остаются на местах до конца партии.",
        "The first stone goes to the centre of the board. Stones that are placed stay until the game ends.",
    ),
    "5.2.4.2": (
        "Чёрным запрещены ходы, создающие две тройки, две четвёрки или длинный ряд, если одновременно не образуется "
        "пятёрка. Для белых фолов нет.",
        "Moves that make two threes, two fours or an overline are forbidden to Black unless a five arises at the same "
        "time. White has no fouls.",
    ),
    "5.2.4.3": (
        "Ограничения ходов в начале партии оговаривает регламент соревнования: это дебютный регламент.",
        "The game is opened as the event's opening regulation says.",
    ),
    "5.2.5.1": (
        "Ход сделан, когда шашка поставлена, и завершён, когда переключены часы; до этого соперник своего хода не "
        "делает. Пятёрка, длинный ряд белых, сдача и ничья переключения не требуют.",
        "A move is made when the stone is placed and complete when the clock is pressed; until then the opponent does "
        "not move. A five, White's overline, resignation and a draw need no press.",
    ),
    "5.2.5.2": (
        "Если шашки сдвинуты, позиция восстанавливается за счёт времени виновной стороны.",
        "If stones are displaced, the position is restored on the time of the side at fault.",
    ),
    "5.2.6.1": (
        "Партию выигрывает построивший пятёрку.",
        "Whoever makes a five wins the game.",
    ),
    "5.2.6.2": (
        "Белые выигрывают и длинным рядом: шесть шашек подряд или больше.",
        "White wins with an overline as well: six stones in a row or more.",
    ),
    "5.2.7": (
        "Ничья: соглашение, обоюдный отказ выставить шашку или ни один не может построить пятёрку; регламент может "
        "добавить другие условия.",
        "A draw: agreement, both refuse to place a stone, or neither can make a five; the regulations may add other "
        "conditions.",
    ),
    "5.3.1.3": (
        "Время истекло, когда это установит судья; в его отсутствие об этом заявляет один из соперников.",
        "The time is up when the arbiter establishes it; where he is absent one of the players states it.",
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
        "Если партия прервана не по вине играющих, часы останавливает судья; если его нет рядом, играющий может "
        "остановить их, чтобы обратиться к судье.",
        "If the game is interrupted by no fault of the players the arbiter stops the clock; where he is not at hand a "
        "player may stop it to turn to him.",
    ),
    "5.3.1.8": (
        "Остановка часов рассматривается как сдача. Если часы переключены или остановлены по ошибке, судья "
        "ограничивается замечанием или оставляет это без последствий.",
        "Stopping the clock counts as resignation. If it was pressed or stopped by mistake, a remark is enough, or "
        "nothing follows.",
    ),
    "5.3.5": (
        "Ничью предлагают только в момент своего хода; предложение стоит до ответного хода, равносильного отказу.",
        "A draw is offered only while making one's own move; the offer stands until the reply, which declines it.",
    ),
    "5.3.6": (
        "Опоздание до 30 минут допускается, прошедшее время засчитывается; дальше поражение; не явились оба — "
        "поражение обоим.",
        "Up to 30 minutes late is admitted and the time counts; beyond it a loss; both absent, a loss for both.",
    ),
    "5.3.8.1": (
        "Если неверный цвет обнаружен после своего первого хода, партия продолжается и результат действителен; в "
        "двухкруговом соревновании ошибка исправляется во второй партии.",
        "If wrong colours are found after one's own first move the game goes on and counts; in a double round the "
        "error is put right in the second game.",
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
    "5.2.6.4": (
        "Проигрывает просрочивший время, установленное временным регламентом.",
        "Whoever exceeds the time that the regulations set loses.",
    ),
    "5.3.10.4": (
        "Наказания в рэндзю: предупреждение, время партнёру, уменьшение своего времени, поражение, исключение.",
        "Sanctions in renju: warning, more time to the partner, less time to the offender, loss, exclusion.",
    ),
    "5.4.2.8": (
        "Претензии по работе часов высказывают до истечения игрового времени.",
        "Complaints about the clock are made before the playing time is up.",
    ),
    "5.4.2.11": (
        "Проигравший партию немедленно останавливает свои часы.",
        "Whoever has lost the game stops the clock at once.",
    ),
    "5.4.3.3": (
        "Если из-за цейтнота записи не ведут оба, судья по возможности присутствует и записывает, не показывая число "
        "ходов.",
        "If both are short of time and do not record, the arbiter should be present and record, without showing the "
        "number of moves.",
    ),
    "5.4.12.2": (
        "Сделан ход, и позиция возникла в третий раз: ничью вправе заявить соперник до своего хода. Кто хочет "
        "сделать такой ход, записывает его и заявляет судье, не делая на доске. Проверка идёт за счёт времени "
        "заявителя; если повторения нет, записанный ход считается сделанным.",
        "A move brought the position about for the third time: the opponent may claim before moving. Whoever wants to "
        "make such a move writes it down and claims without making it on the board. The check runs on the claimant's "
        "time; if there is no repetition the written move counts as made.",
    ),
    "5.4.12.4": (
        "После отказа тот же участник снова предлагает ничью лишь после того, как этим правом воспользуется другой.",
        "After a refusal the same player offers again only after the other has used the right.",
    ),
    "5.4.12.5": (
        "Кто хочет зафиксировать ничью по правилам, сам считает ходы; при отказе соперника он обращается к судье.",
        "Whoever wants a draw by the rules counts the moves himself; if the opponent refuses he turns to the arbiter.",
    ),
    "5.4.12.6": (
        "Судья вправе сам зафиксировать ничью по правилам, без требования игрока; в рэндзю нет.",
        "The arbiter may record a draw by the rules on his own initiative; not in renju.",
    ),
    "5.4.14.2": (
        "Первое нарушение: замечание, первое грубое: предупреждение. Второе: предупреждение, следующее: поражение.",
        "A first breach: remark; a first grave one: warning. The second: warning; the next: loss of the game.",
    ),
    "5.2.7.2": (
        "Рэндзю: регламент может оговорить и другие условия ничьей, например число ходов.",
        "Renju: the regulations may name other conditions of a draw, such as a number of moves.",
    ),
    "FIDE 4.3": (
        "Шахматы: тронувший свои фигуры играет первой тронутой, которой есть ход, тронувший чужие бьёт первую, которую "
        "можно взять. Право требования теряет сам коснувшийся фигуры (4.8).",
        "Chess: whoever touches pieces of his own moves the first that can move; whoever touches the opponent's takes "
        "the first that can be taken. The right to claim it is lost by touching a piece (4.8).",
    ),
    "FIDE 4.7": (
        "Шахматы: фигура, отпущенная на поле законным ходом, этим ходом на другое поле не идёт.",
        "Chess: a piece that has been let go on a square as a legal move cannot go to another square on that move.",
    ),
    "FIDE 6.7.1": (
        "Шахматы: регламент заранее устанавливает допустимое опоздание; пришедший позже проигрывает, если арбитр не "
        "решит иначе.",
        "Chess: the event sets a default time beforehand; whoever comes later loses, unless the arbiter decides "
        "otherwise.",
    ),
    "FIDE 5.1": (
        "Шахматы: мат завершает партию сразу, если ход, которым он дан, возможен; так же пат и мёртвая позиция (5.2).",
        "Chess: mate ends the game at once if the move that gave it is legal; so do stalemate and a dead position "
        "(5.2).",
    ),
    "FIDE 6.9": (
        "Шахматы: не сделавший ходов за отведённое время проигрывает; ничья, если соперник не может поставить мат "
        "никакой последовательностью ходов по правилам.",
        "Chess: whoever does not complete his moves in the time allotted loses; it is a draw if the opponent cannot "
        "mate by any series of legal moves.",
    ),
    "FIDE 7.2.1": (
        "Шахматы: если начальная позиция была неверной, партия отменяется и играется новая.",
        "Chess: if the initial position was wrong, the game is cancelled and a new one is played.",
    ),
    "FIDE 7.3": (
        "Шахматы: если перепутаны цвета и сделано меньше десяти ходов с каждой стороны, играется новая партия, иначе "
        "партия продолжается.",
        "Chess: if the colours are reversed and fewer than ten moves have been made by each, a new game is played; "
        "otherwise the game goes on.",
    ),
    "FIDE 7.5.1": (
        "Шахматы: невозможный ход завершён переключением часов; обнаруженный во время партии, он отменяется, и "
        "восстанавливается позиция перед ним, иначе последняя известная.",
        "Chess: an illegal move is complete once the clock is pressed; found during the game, the position before it "
        "is restored, or else the last that is known.",
    ),
    "FIDE 7.5.3": (
        "Шахматы: переключение часов без хода считается и наказывается как невозможный ход (7.5.5).",
        "Chess: pressing the clock without a move counts and is penalised as an illegal move (7.5.5).",
    ),
    "FIDE 7.5.5": (
        "Шахматы: за первый завершённый невозможный ход соперник получает две минуты, в быстрых шахматах и блице одну "
        "(A.3); второй проигрывает партию, или ничья, если соперник не может поставить мат.",
        "Chess: for the first completed illegal move the opponent gets two minutes, one in rapid and blitz (A.3); the "
        "second loses the game, or draws it if the opponent cannot mate.",
    ),
    "FIDE 9.1.2.1": (
        "Шахматы: ничью предлагают, сделав ход и ещё не переключив часы; предложение в другое время действительно, но "
        "отвлекать соперника нельзя.",
        "Chess: a draw is offered after a move and before the clock is pressed; at another time the offer is valid, "
        "but the opponent must not be disturbed.",
    ),
    "FIDE 9.2": (
        "Шахматы: игрок, за которым ход, вправе заявить ничью, если позиция возникла или его ходом возникнет не менее "
        "чем в третий раз. Пятикратное повторение завершает партию само.",
        "Chess: the player who has the move may claim a draw if the position stands, or would stand after his move, "
        "for the third time or more. A fifth time ends the game by itself.",
    ),
    "FIDE 9.3": (
        "Шахматы: игрок, за которым ход, вправе заявить ничью, если за 50 ходов каждой стороны не было ни хода пешкой, "
        "ни взятия. Семьдесят пять ходов завершают партию сами.",
        "Chess: the player who has the move may claim a draw if neither side has moved a pawn or taken anything in 50 "
        "moves by each. Seventy-five such moves end the game by themselves.",
    ),
}


def article_text(number: str, language: Literal["ru", "en"]) -> str:
    """The short text of an article; empty for one that is not among the texts."""
    texts = TEXTS.get(number)
    return "" if texts is None else texts[0 if language == "ru" else 1]
