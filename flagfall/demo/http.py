"""The people's side of HTTP: the arbiter at the desk, the players at their phones. Waits out a server that is down."""

import asyncio
from typing import Any

import httpx

from rules.errors import FlagfallError

RETRY_S = 0.25


class HallError(FlagfallError):
    """The server answered something that nobody in this hall can use."""


class HallClient:
    """Requests to the hall's server that are repeated until it is there: a person tries again too."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._client = httpx.AsyncClient(base_url=base, timeout=10.0, headers={"Origin": base})

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()

    async def get(self, path: str, token: str = "") -> Any:
        """The JSON at ``path``."""
        return (await self._ask("GET", path, None, token)).json()

    async def text(self, path: str, token: str = "") -> str:
        """The text at ``path``."""
        return (await self._ask("GET", path, None, token)).text

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        """The JSON answer to ``body``. A refusal (409) is an answer: ``{"refused": {...}}``."""
        return (await self._ask("POST", path, body, token)).json()

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None, token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            try:
                answer = await self._client.request(method, path, json=body, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(RETRY_S)
                continue
            if answer.status_code in (502, 503):
                await asyncio.sleep(RETRY_S)
                continue
            if answer.status_code == 429:
                await asyncio.sleep(1)
                continue
            if answer.status_code >= 400 and answer.status_code != 409:
                raise HallError(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
            return answer
