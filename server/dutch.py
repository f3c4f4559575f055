"""FIDE's Dutch system for chess events, paired by bbpPairings: a program of its own that is spoken to through TRF.

Flagfall does not pair by that system itself. The binary is looked for on PATH under its own name.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import msgspec

from rules.errors import FlagfallError
from server.tournament.history import cards
from server.tournament.model import LOSS, Bye, Event, Round
from server.tournament.pairing import Pair, Pairing, Reason
from server.tournament.swiss import seated
from server.tournament.trf_write import write_trf

PROGRAM = "bbpPairings"
ARTICLE = "C.04.3"
HOME = "github.com/BieremaBoyzProgramming/bbpPairings"
PATIENCE_S = 120
NO_PAIRING = 1
"""The program's exit code where no pairing exists."""


class DutchError(FlagfallError):
    """The program is not there, or did not give a pairing that can be read; ``ru`` says it in Russian."""

    def __init__(self, text: str, ru: str) -> None:
        super().__init__(text)
        self.ru = ru


def found() -> str | None:
    """Where the program is, None where it is not on PATH."""
    return shutil.which(PROGRAM)


def pair(event: Event, program: str | None = None) -> Pairing:
    """The round after the last finished one; ``pairs`` is None where the program finds none.

    Raises DutchError where there is no program, or it fails, or its answer is no pairing of this event.
    """
    binary = program or found()
    if binary is None:
        raise DutchError(
            f"the Dutch system needs {PROGRAM} on PATH: install it ({HOME}), or choose another system",
            f"голландской системе нужна программа {PROGRAM} в PATH: установите её ({HOME}) или выберите другую систему",
        )
    number = event.finished + 1
    away = _away(event, number)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        told, out = Path(folder) / "event.trf", Path(folder) / "pairs.txt"
        told.write_text(write_trf(_told(event, number, away)), "utf-8")
        command = [binary, "--dutch", str(told), "-p", str(out)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise DutchError(f"{binary} cannot be run: {fault}", f"{binary} не запускается: {fault}") from fault
        if done.returncode == NO_PAIRING:
            return Pairing(number, None, None, (Reason("none", ARTICLE),), (), away)
        if done.returncode:
            said = (done.stderr or done.stdout).strip()[:400]
            raise DutchError(
                f"{binary} ends with {done.returncode}: {said}",
                f"{binary} завершилась с кодом {done.returncode}: {said}",
            )
        try:
            answer = out.read_text("utf-8", errors="replace")
        except OSError as fault:
            raise DutchError(
                f"{binary} wrote no pairing: {fault.strerror}", f"{binary} не записала пары: {fault.strerror}"
            ) from fault
    return _read(event, number, away, answer)


def _away(event: Event, number: int) -> tuple[int, ...]:
    announced = event.byes_announced(number).players()
    return tuple(player.id for player in event.players if player.id in announced or not player.plays(number))


def _told(event: Event, number: int, away: tuple[int, ...]) -> Event:
    """The event with a zero for everyone who does not play in the coming round, so the program knows them, and in each
    round missed: not every program takes the blank that TRF allows there."""
    announced = {bye.player: bye for bye in event.byes_announced(number).byes}
    byes = tuple(announced.get(player, Bye(player, "zero", LOSS)) for player in away)
    coming = (Round(byes=byes),) if byes else ()
    planned = event.planned_rounds or number
    rounds = (*(_filled(event, entry) for entry in event.rounds[: number - 1]), *coming)
    return msgspec.structs.replace(event, rounds=rounds, planned_rounds=planned)


def _filled(event: Event, entry: Round) -> Round:
    missed = sorted({player.id for player in event.players} - entry.players())
    return msgspec.structs.replace(entry, byes=(*entry.byes, *(Bye(player, "zero", LOSS) for player in missed)))


def _read(event: Event, number: int, away: tuple[int, ...], answer: str) -> Pairing:
    """The program's answer: the number of pairs, then White and Black of each; Black 0 is the bye."""
    lines = [line.split() for line in answer.splitlines() if line.strip()]
    try:
        (count,), *couples = [[int(word) for word in line] for line in lines]
        named = [player for couple in couples for player in couple if player]
        field = sorted(player.id for player in event.players if player.id not in away)
        if len(couples) != count or any(len(couple) != 2 or not couple[0] for couple in couples):
            raise ValueError("expected the number of pairs, then White and Black of each")
        if sorted(named) != field or sum(not black for _, black in couples) != len(field) % 2:
            raise ValueError("not everyone of the round stands in it once")
        held = cards(event)
        again = [f"{white} - {black}" for white, black in couples if black in held[white].met]
        if again:
            raise ValueError(f"met before: {', '.join(again)}")
    except ValueError as fault:
        raise DutchError(
            f"{PROGRAM} answered what is no pairing of this round: {fault}",
            f"ответ {PROGRAM} — не пары этого тура: {fault}",
        ) from fault
    why = (Reason("engine", ARTICLE),)
    pairs = [Pair(white, black, 0, why) for white, black in couples if black]
    bye = next((white for white, black in couples if not black), None)
    return Pairing(number, seated(pairs, held), bye, (), (), away)
