"""The tournament's tables as pages that print (crosstable, progress, lists, cards, a player's coefficients, the rating
report), and the same as files."""

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from display.format import points_text
from server.tournament import crosstable as tables
from server.tournament.model import Event
from server.tournament.pairing import Pair, Pairing
from server.tournament.sections import closed, section_event
from server.tournament.spreadsheet import Value, write_xlsx
from server.tournament.standing import Row
from server.tournament.trf_write import write_trf
from server.web import team_pages
from server.web.door import Door
from server.web.fields import number
from server.web.languages import language, texts
from server.web.sheets import standings_context
from server.web.team_sheets import matches_context, team_files
from server.web.views.lists import tiebreak_names
from server.web.views.score_sheet import empty_diagram
from server.web.views.teams import name_rows
from server.web.views.tournament import coefficients, crosstable, names_rows, progress_rows

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def engine_pairing(pairing: Any) -> Pairing:
    """A pairing of the hall in the words of the tournament's tables; a board's number is its table's."""
    pairs = tuple(Pair(one.white, one.black, one.table) for one in sorted(pairing.pairs, key=lambda one: one.table))
    return Pairing(pairing.round, pairs, pairing.bye, more_byes=pairing.more_byes)


def by_section(event: Event, rows: Sequence[Row]) -> list[tuple[str, Event, list[Row]]]:
    """The event and its rows, once for each group with places of its own (5.4.10.9), with the group's name: where no
    pair joins two groups the group by itself."""
    names = list(dict.fromkeys(row.section for row in rows))
    if names in ([], [""]):
        return [("", event, list(rows))]
    of = {section.name: section_event(event, section) for section in event.sections} if closed(event) else {}
    return [(name, of.get(name, event), [row for row in rows if row.section == name]) for name in names]


def table_of_csv(text: str) -> list[list[Value]]:
    """A CSV text's rows for a workbook, numbers as numbers."""
    import csv
    import io

    return [[_value(cell) for cell in row] for row in csv.reader(io.StringIO(text))]


def _value(cell: str) -> Value:
    if cell.isascii() and cell.isdigit() and len(cell) < 10:
        return int(cell)
    return cell or None


def files(event: Event, rows: Sequence[Row], pairing: Any) -> dict[str, Callable[[], str]]:
    """Every table that is also a file, by name; each makes its CSV text. ``pairing``: the hall's last one."""
    made: dict[str, Callable[[], str]] = {
        "standings": lambda: tables.standings_csv(event, rows),
        "crosstable": lambda: tables.crosstable_csv(event, rows),
        "rating": lambda: tables.rating_csv(event),
    }
    if pairing is not None:
        before = event.upto(pairing.round - 1)
        made["pairings"] = lambda: tables.pairings_csv(before, engine_pairing(pairing))
        made["names"] = lambda: tables.pairings_csv(before, engine_pairing(pairing), by="name")
    return made


def routes(door: Door) -> list[Route]:
    """The tables' routes."""

    def round_asked(request: Request) -> Any:
        return door.hall.pairing(number(request.path_params.get("round")))

    async def cross(request: Request) -> Response:
        if door.hall.teams.on:
            return team_pages.crosstable(door, request)
        lang = language(request)
        event, rows = door.hall.tournament(delayed=True), door.hall.standings(delayed=True)
        parts = [(name, *crosstable(of, some, door.names(lang), lang)) for name, of, some in by_section(event, rows)]
        return door.page(
            request,
            "crosstable.html",
            parts=parts,
            square=event.round_robin,
            tiebreaks=tiebreak_names(door.hall.settings.event.tiebreaks, texts(lang)),
            unplayed=texts(lang).t(f"unplayed.{door.hall.settings.event.unplayed}"),
        )

    async def progress(request: Request) -> Response:
        lang = language(request)
        event = door.hall.tournament(delayed=True)
        rows = door.hall.standings(delayed=True)
        parts = [(name, progress_rows(of, some, door.names(lang))) for name, of, some in by_section(event, rows)]
        return door.page(request, "progress.html", heads=range(1, event.finished + 1), parts=parts)

    async def player(request: Request) -> Response:
        lang, asked = language(request), number(request.path_params["player"])
        row = next((row for row in door.hall.standings(explain=True, delayed=True) if row.id == asked), None)
        if row is None:
            return door.error(request, 404, "error.no-player")
        names, words = door.names(lang), texts(lang)
        line = next(line for line in standings_context(door, lang)["rows"] if line.id == row.id)
        return door.page(
            request,
            "player.html",
            name=names[row.id],
            row=line,
            place="–" if row.place is None else str(row.place),
            points=points_text(row.points),
            coefficients=coefficients(row, words, names),
            rounds_shown=range(1, door.hall.round_number + 1),
            opponents=names,
            unplayed=words.t(f"unplayed.{door.hall.settings.event.unplayed}"),
        )

    async def by_name(request: Request) -> Response:
        pairing, lang = round_asked(request), language(request)
        if pairing is None:
            return door.error(request, 404, "error.no-round")
        if door.hall.teams.on:
            rows = name_rows(matches_context(door, lang, pairing.round)["matches"])
        else:
            rows = names_rows(pairing, texts(lang), door.names(lang))
        return door.page(request, "names.html", **{"round": pairing.round}, rows=rows)

    async def cards(request: Request) -> Response:
        pairing, lang = round_asked(request), language(request)
        if door.account(request) is None:
            return RedirectResponse("/desk/login", 303)
        if pairing is None:
            return door.error(request, 404, "error.no-round")
        names = door.names(lang)
        settings = door.hall.settings
        event = door.hall.tournament(rounds_before=pairing.round)
        shown = tables.board_cards(event, engine_pairing(pairing))
        return door.page(
            request,
            "board_cards.html",
            **{"round": pairing.round},
            cards=shown,
            names=names,
            sheets=request.query_params.get("sheets") is not None,
            diagram=empty_diagram(settings.event.discipline, settings.regulations.letters),
        )

    async def rating(request: Request) -> Response:
        if door.account(request) is None:
            return RedirectResponse("/desk/login", 303)
        event, names = door.hall.tournament(), door.names(language(request))
        ratings = {member.id: member.entry.rating for member in door.hall.players()}
        rows = [
            (
                at,
                names[white],
                ratings[white],
                f"{points_text(a / 2)} : {points_text(b / 2)}",
                names[black],
                ratings[black],
            )
            for at, white, black, a, b in tables.rating_report(event)
        ]
        return door.page(request, "rating.html", rows=rows)

    async def downloads(request: Request) -> Response:
        if door.account(request) is None:
            return RedirectResponse("/desk/login", 303)
        return door.page(
            request,
            "files.html",
            names=list({**files(door.hall.tournament(), (), door.hall.pairing()), **team_files(door)}),
        )

    async def file(request: Request) -> Response:
        if door.account(request) is None:
            return RedirectResponse("/desk/login", 303)
        name, _, kind = str(request.path_params["name"]).rpartition(".")
        event, rows = door.hall.tournament(), door.hall.standings()
        headers = {"content-disposition": f'attachment; filename="{door.hall.settings.event.id}-{name}.{kind}"'}
        if kind == "trf" and name in ("trf16", "trf26"):
            places = {row.id: row.place for row in rows}
            text = write_trf(door.hall.teams.recorded(event), 26 if name == "trf26" else 16, places)
            return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
        known = {**files(event, rows, door.hall.pairing()), **team_files(door)}
        if kind == "xlsx" and name == "event":
            sheets = {each: table_of_csv(make()) for each, make in known.items()}
            return Response(write_xlsx(sheets), media_type=XLSX, headers=headers)
        if name not in known or kind not in ("csv", "xlsx"):
            return door.error(request, 404, "error.404")
        text = known[name]()
        if kind == "csv":
            # A byte order mark: spreadsheets take the text for UTF-8.
            return Response("\ufeff" + text, media_type="text/csv; charset=utf-8", headers=headers)
        return Response(write_xlsx({name: table_of_csv(text)}), media_type=XLSX, headers=headers)

    return [
        Route("/crosstable", cross, name="crosstable"),
        Route("/progress", progress, name="progress"),
        Route("/standings/{player}", player, name="standings-of-player"),
        Route("/pairings/{round}/names", by_name, name="pairings-by-name"),
        Route("/desk/cards/{round}", cards, name="board-cards"),
        Route("/desk/rating", rating, name="rating"),
        Route("/desk/files", downloads, name="files"),
        Route("/desk/files/{name}", file, name="file"),
    ]
