"""The door to `server.tournament`: which systems and tie-breaks there are, the next pairing, the standings."""

from typing import Any

import msgspec

from record.commands import Refusal
from server import tournament
from server.config import Settings
