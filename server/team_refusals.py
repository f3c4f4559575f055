"""Why something about teams cannot be done, in both languages."""

from record.commands import Refusal

NOT_TEAMS = Refusal(code="not-teams", ru="Это личный турнир.", en="This is not a team event.")
NO_TEAM = Refusal(code="no-team", ru="Такой команды нет.", en="There is no such team.")
NO_DRAW = Refusal(code="no-draw", ru="Жеребьёвки команд ещё нет.", en="The teams are not paired yet.")
DRAWN = Refusal(code="drawn", ru="Жеребьёвка команд уже проведена.", en="The teams are paired already.")
PAST = Refusal(code="no-such-round", ru="Этот тур уже не впереди.", en="That round is not ahead.")
LEFT = Refusal(code="left", ru="Эта команда уже выбыла.", en="That team has left already.")
NO_GAME = Refusal(code="no-game", ru="Такой партии у команды нет.", en="The team has no such game.")
NO_RIGHT = Refusal(
    code="no-right",
    ru="Дополнительный матч положен второй команде, выигравшей все матчи (п. 5.4.9.6.1).",
    en="An extra match is due to a second team that won all its matches (art. 5.4.9.6.1).",
)
NOT_OVER = Refusal(code="not-over", ru="Ещё не все туры сыграны.", en="Rounds are still to be played.")
TOO_LATE = Refusal(
    code="too-late",
    ru="Срок подачи состава прошёл (п. 5.4.9.2): обратитесь к судье.",
    en="The line-up is overdue (art. 5.4.9.2): speak to the arbiter.",
)
LATE_REASON = Refusal(
    code="no-reason",
    ru="Срок подачи состава прошёл (п. 5.4.9.2): укажите причину.",
    en="The line-up is overdue (art. 5.4.9.2): give a reason.",
)
