"""Printing: headings, paragraphs, aligned tables, and numbers as people read them."""

from collections.abc import Iterable, Sequence
from textwrap import fill

WIDTH = 90


def heading(text: str) -> None:
    """Print the title of a section or of a table."""
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def paragraph(text: str) -> None:
    """Print text, broken into lines."""
    print(fill(text, WIDTH), flush=True)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their columns: the first to the left, the others to the right."""
    grid = [columns, *rows]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    for first, *others in grid:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip(), flush=True)


def duration(seconds: float) -> str:
    """Seconds in the unit that suits them."""
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def times(ratio: float) -> str:
    """A ratio, to three digits."""
    return f"{ratio:,.0f} x" if ratio >= 100 else f"{ratio:.3g} x"
