"""Headers that keep pages from running anything but Flagfall's own files, the origin check, and the log-in's cookie."""

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "flagfall_login"
MOST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Adds the headers to every answer and refuses what comes from another origin or is too long.

    A request that changes something must carry an ``Origin`` of this host. Programs send none: they may go on without
    one as long as they bring no cookie, since then nobody's log-in can be borrowed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        fault = refused(scope["method"], Headers(scope=scope))
        if fault:
            await PlainTextResponse(fault, 413 if "long" in fault else 403)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def refused(method: str, headers: Headers) -> str:
    """Why a request is not taken; empty when it is."""
    if method in SAFE:
        return ""
    length = headers.get("content-length", "")
    long = bool(length) and (not re.fullmatch("[0-9]{1,12}", length) or int(length) > MOST_BODY)
    if long or "transfer-encoding" in headers:
        return "The request is too long, or does not say how long it is."
    origin = headers.get("origin")
    if origin is None:
        return "A request with a cookie must name its origin." if COOKIE in headers.get("cookie", "") else ""
    return "" if urlsplit(origin).netloc == headers.get("host", "") else "The request comes from another origin."


def login_token(request: Request) -> str:
    """The log-in's token: from ``Authorization: Bearer``, else from the cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")


def set_login(request: Request, response: Response, token: str) -> None:
    """Hand the browser its log-in."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=24 * 3600, httponly=True, samesite="strict", secure=secure, path="/")
