"""Good and bad requests, made by code and always the same: what clients send, and worse."""

from collections.abc import Iterator
from random import Random
from typing import Final

from benchmarks.against.corpus import around, faults, positions, wire
from benchmarks.against.corpus.question import Question

SEED: Final = 20_260


def questions() -> list[Question]:
    """All requests, in an order in which each tag is asked for before it is sent back."""
    return list(_all(Random(SEED)))


def _all(random: Random) -> Iterator[Question]:
    yield from positions.questions(random)
    yield from faults.questions(random)
    yield from around.questions(random)
    yield from wire.questions()
