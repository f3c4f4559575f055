"""The pages as one ASGI application: `app(hall, accounts, clock=...)`."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from server.accounts import Accounts
from server.hall import Hall
from server.times import hall_time
from server.web import (
    api,
    desk_pages,
    office_pages,
    people_pages,
    spectator_pages,
    table_pages,
    team_api,
    team_desk_pages,
    team_pages,
)
from server.web.door import HERE, Door
from server.web.guard import Guard
from server.web.hub import Hub


def wall_ms() -> int:
    """UTC in milliseconds."""
    return time.time_ns() // 1_000_000


def app(
    hall: Hall,
    accounts: Accounts,
    *,
    clock: Callable[[], int] = wall_ms,
    local: Callable[[int], datetime] = hall_time,
) -> Starlette:
    """The pages of ``hall``. ``clock`` gives UTC in milliseconds; ``local`` turns it into the hall's time of day.

    The application's lifespan runs the feed of the event streams; they end when the hall closes its changes.
    """
    door = Door(hall=hall, accounts=accounts, clock=clock, local=local, hub=Hub(secrets.token_hex(4)))

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        feeding = asyncio.create_task(door.feed.run())
        try:
            yield
        finally:
            feeding.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await feeding
            door.hub.close()

    async def failed(request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 500
        if request.url.path.startswith("/api/"):
            error = "There is nothing here." if status == 404 else "This cannot be done."
            return api.answer_json({"error": error}, status)
        return door.error(request, status, "error.404" if status == 404 else "error.other")

    players = people_pages.players_page(door)
    pages = Starlette(
        routes=[
            *spectator_pages.routes(door),
            *people_pages.routes(door, players),
            *office_pages.routes(door, players),
            *table_pages.routes(door),
            *team_pages.routes(door),
            *team_desk_pages.routes(door),
            *desk_pages.routes(door),
            *api.routes(door),
            *team_api.routes(door),
            Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: failed},
        lifespan=lifespan,
    )
    pages.state.door = door
    return pages
