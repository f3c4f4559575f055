"""Running `flagfall` as a process of its own."""

import asyncio
import json
import sys
from typing import Any


async def flagfall(*words: object) -> tuple[int, Any, str]:
    """The exit code, the JSON document on stdout, and stderr."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "flagfall", *map(str, words)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), 280)
    assert process.returncode is not None
    return process.returncode, json.loads(out), err.decode()
