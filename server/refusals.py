"""Refusals that several parts of the hall give, in both languages."""

from record.commands import Refusal

NO_REASON = Refusal(code="no-reason", ru="Укажите причину.", en="Give a reason.")
NOT_THERE = Refusal(code="not-there", ru="Этого уже нет.", en="That is no longer there.")
NOT_PAIRED = Refusal(code="not-paired", ru="Жеребьёвки ещё нет.", en="No round is paired yet.")
NO_PLAYER = Refusal(code="no-player", ru="Такого участника нет.", en="There is no such player.")
