"""The people of the demo who use HTTP: the arbiter at the desk, the players at their phones."""

import asyncio
from typing import Any

from flagfall.demo.http import HallClient

LOOK_S = 0.15
RULING_OF = {
    "flag-fall": "loss",
    "both-flags": "draw",
    "repetition": "draw",
    "move-limit": "draw",
    "capture-missed": "require-correction",
    "illegal-move": "require-correction",
}
"""What an arbiter who follows the articles rules."""


class Arbiter:
    """The arbiter's account at the desk. With ``auto`` he also rules, confirms and pairs by himself."""

    def __init__(self, hall: HallClient, name: str, password: str) -> None:
        self.hall, self.name, self.password = hall, name, password
        self._token = ""

    @property
    def token(self) -> str:
        """The log-in's token, for what is asked besides."""
        return self._token

    async def log_in(self) -> None:
        """Log in; a restarted server may have forgotten us."""
        answer = await self.hall.post("/api/login", {"name": self.name, "password": self.password})
        self._token = answer["token"]

    async def desk(self) -> dict[str, Any]:
        """What the desk shows."""
        seen: dict[str, Any] = await self.hall.get("/api/desk", self._token)
        return seen

    async def players(self) -> list[dict[str, Any]]:
        """Everyone who is or was in the event."""
        answer = await self.hall.get("/api/desk/players", self._token)
        return list(answer["players"])

    async def tokens(self) -> dict[int, str]:
        """The players' personal links, as the arbiter prints them on cards."""
        return {row["id"]: row["token"] for row in await self.players()}

    async def pair(self) -> bool:
        """Pair the next round; False when the desk refuses."""
        answer = await self.hall.post("/api/desk/pair", {}, self._token)
        return bool(answer.get("ok"))

    async def start_clocks(self) -> None:
        """The signal: everybody is there (5.4.1.2)."""
        await self.hall.post("/api/desk/start-clocks", {"absent": []}, self._token)

    async def draw_opening(self, game: str) -> None:
        """Both players are there: the opening is drawn (5.4.1.3)."""
        await self.hall.post("/api/desk/draw-opening", {"game": game}, self._token)

    async def call(self, game: str, finding: str) -> None:
        """Note that the arbiter was called to a table."""
        await self.hall.post("/api/desk/call", {"game": game, "finding": finding}, self._token)

    async def rule(self, case: dict[str, Any], ruling: str) -> bool:
        """Give ``ruling`` on a case of the desk."""
        body = {"game": case["game"], "finding": case["finding"], "ruling": ruling, "side": case["side"]}
        answer = await self.hall.post("/api/desk/rule", body, self._token)
        return bool(answer.get("ok"))

    async def office(self, act: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Do an act of the office; the answer, or the refusal."""
        answer: dict[str, Any] = await self.hall.post(f"/api/desk/office/{act}", fields, self._token)
        return answer

    async def result(self, game: str, result: str) -> None:
        """Enter a result, confirmed at once."""
        await self.hall.post("/api/desk/result", {"game": game, "result": result}, self._token)

    async def trf(self) -> str:
        """The event as TRF26."""
        return await self.hall.text("/desk/files/trf26.trf", self._token)

    async def confirm(self, game: str) -> None:
        """Confirm the result that stands."""
        await self.hall.post("/api/desk/confirm", {"game": game}, self._token)


async def rule_by_the_articles(arbiter: Arbiter, pause_s: float) -> None:
    """One look over the desk: rule on what is open and named by the articles, confirm what is over by rule."""
    desk = await arbiter.desk()
    for case in desk["cases"]:
        wanted = RULING_OF.get(case["kind"])
        offered = {action["ruling"] for action in case["actions"] if action["open"]}
        if wanted is not None and wanted in offered:
            await asyncio.sleep(pause_s)
            await arbiter.rule(case, wanted)
    for result in desk["results"]:
        if result["result"] and not result["entries"]:
            await arbiter.confirm(result["game"])


async def enter_result(hall: HallClient, token: str, result: str) -> None:
    """A player enters the result on his phone; he tries again while the arbiter is deciding."""
    while True:
        answer = await hall.post(f"/api/me/{token}/result", {"result": result})
        refusal = answer.get("refusal") or {}
        if answer.get("ok") or refusal.get("code") not in ("arbiter-decides",):
            return
        await asyncio.sleep(LOOK_S)
