"""The command line: `python -m benchmarks [section ...]`, all sections if none is named."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from platform import machine, python_implementation, python_version, system
from types import FrameType
from typing import NoReturn

from benchmarks import (
    attacks,
    batch,
    boards,
    engine,
    http,
    instantaneous,
    load,
    loop_hold,
    memory,
    page,
)

SECTIONS: dict[str, Callable[[], None]] = {
    "engine": engine.run,
    "boards": boards.run,
    "instantaneous": instantaneous.run,
    "memory": memory.run,
    "http": http.run,
    "batch": batch.run,
    "load": load.run,
    "loop": loop_hold.run,
    "attacks": attacks.run,
    "page": page.run,
}
IN_FULL = {"boards": boards.run_in_full, "memory": memory.run_in_full}


def main() -> None:
    """Run the sections that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("section", nargs="*", help=", ".join(SECTIONS))
    parser.add_argument(
        "--full", action="store_true", help=f"whole samples, in minutes: {', '.join(IN_FULL)}"
    )
    arguments = parser.parse_args()
    sections = SECTIONS | IN_FULL if arguments.full else SECTIONS
    names = arguments.section or list(SECTIONS)
    if unknown := [name for name in names if name not in SECTIONS]:
        parser.error(f"no such section: {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    signal.signal(signal.SIGTERM, _leave)
    print(f"{python_implementation()} {python_version()}, {system()} {machine()}, ", end="")
    print(f"{os.cpu_count()} cores")
    for name in names:
        sections[name]()


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Leave by an exception, so that a section can stop the server that it started."""
    sys.exit("benchmarks: terminated")


if __name__ == "__main__":
    main()
