"""An event stream as a raw ASGI response: frames go out as the hub encoded them, and a comment every 15 seconds."""

import asyncio

from starlette.types import Receive, Scope, Send

from server.web.hub import Reader

HEARTBEAT_S = 15.0
GREETING = b"retry: 2000\n\n"


class EventStream:
    """Sends ``reader``'s frames until the client leaves or the reader is dropped."""

    def __init__(self, reader: Reader, *, heartbeat_s: float = HEARTBEAT_S) -> None:
        self._reader = reader
        self._heartbeat_s = heartbeat_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": GREETING, "more_body": True})
        leaving = asyncio.ensure_future(self._left(receive))
        try:
            while not leaving.done():
                frame = asyncio.ensure_future(self._reader.next(self._heartbeat_s))
                await asyncio.wait({frame, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not frame.done():
                    frame.cancel()
                    break
                try:
                    data = frame.result()
                except StopAsyncIteration:
                    break
                body = b": here\n\n" if data is None else data
                await send({"type": "http.response.body", "body": body, "more_body": True})
        except OSError:
            pass
        finally:
            self._reader.end()
            leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    @staticmethod
    async def _left(receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
