"""Measuring side by side: in every round each contender runs once, so noise meets all alike."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from time import perf_counter


@contextmanager
def without_gc() -> Iterator[None]:
    """Collect garbage now, and then none until the end of the block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def median_seconds(contenders: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median seconds of one call of each contender, over interleaved rounds."""
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            with without_gc():
                started = perf_counter()
                run()
                seconds[name].append(perf_counter() - started)
    return {name: median(samples) for name, samples in seconds.items()}


def seconds_of(run: Callable[[], object], enough: float = 0.2) -> float:
    """The median seconds of a call, of as many as it takes to spend `enough` seconds, one at least.

    Garbage is collected as in the service.
    """
    samples: list[float] = []
    while sum(samples) < enough:
        started = perf_counter()
        run()
        samples.append(perf_counter() - started)
    return median(samples)
