"""How things are measured: on one core, in processor time, the contenders taking turns."""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

Result = TypeVar("Result")

Contender = Callable[[], float]
"""Runs once and gives its own figure, such as leaves a second."""


@contextmanager
def pinned() -> Iterator[None]:
    """Keeps this process, and those it starts meanwhile, on one core where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rate(work: Callable[[], int]) -> float:
    """Things done in a second of processor time; ``work`` does them and says how many they were."""
    began = time.process_time()
    count = work()
    return count / max(time.process_time() - began, 1e-9)


def taking_turns(contenders: Mapping[str, Contender], rounds: int = 5) -> dict[str, float]:
    """Each contender's median over ``rounds`` rounds in which all run one after another."""
    seen: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, contender in contenders.items():
            seen[name].append(contender())
    return {name: statistics.median(values) for name, values in seen.items()}


def in_processes(work: Callable[..., Result], tasks: Sequence[tuple[Any, ...]]) -> list[Result]:
    """``work`` with the arguments of each task, in as many processes as there are processors; the results in order."""
    processes = min(len(tasks), os.cpu_count() or 1)
    if processes < 2:
        return [work(*task) for task in tasks]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return [done.result() for done in [pool.submit(work, *task) for task in tasks]]


def figure(name: str, value: float, unit: str) -> dict[str, Any]:
    """One line of the answer, rounded to four digits that tell something."""
    digits = 0 if abs(value) >= 1000 else 2 if abs(value) >= 1 else 4
    return {"name": name, "value": round(value, digits) if digits else round(value), "unit": unit}
