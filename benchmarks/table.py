"""Printed results: headings, paragraphs, aligned tables, targets, readable numbers, progress."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill
from typing import NamedTuple, TypeVar

from service.cli.output import progress

WIDTH = 90

Item = TypeVar("Item")


class Figure(NamedTuple):
    """A measured value and its target: the maximum, or the minimum if it is `at_least`."""

    name: str
    value: float
    target: float
    at_least: bool = False
    unit: str = ""


def report(figures: Iterable[Figure]) -> None:
    """Print figures with their targets, and whether they meet them."""
    rows = []
    for name, value, target, at_least, unit in figures:
        is_met = value >= target if at_least else value <= target
        bound = f"{'at least' if at_least else 'at most'} {target:g}{unit}"
        rows.append([name, f"{value:.2f}{unit}", bound, "met" if is_met else "MISSED"])
    table(["", "measured", "target", ""], rows)


def heading(text: str) -> None:
    """Print the title of a section or of a table."""
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def paragraph(text: str) -> None:
    """Print text, broken into lines."""
    print(fill(text, WIDTH), flush=True)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their columns, the first aligned left and the others right."""
    grid = [columns, *rows]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    for first, *others in grid:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip(), flush=True)


def duration(seconds: float) -> str:
    """Seconds in a suitable unit."""
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def tracked(items: Iterable[Item], total: int, unit: str) -> Iterator[Item]:
    """Yield items; on a terminal, show meanwhile how many of them are done."""
    with progress(unit) as show:
        for done, item in enumerate(items):
            show(done, total)
            yield item
