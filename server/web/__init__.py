"""The hall's web pages: the desk, the spectators' pages, the players' phones, and a JSON API (design.md, section 7)."""

from server.web.app import app

__all__ = ["app"]
