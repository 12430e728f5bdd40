"""The command line: `python -m benchmarks [section ...]`, all sections if none is named."""

import argparse
import os
from collections.abc import Callable
from platform import machine, python_implementation, python_version, system

from benchmarks import (
    attacks,
    engine,
    http,
    turns,
)
from benchmarks.server import exit_on_sigterm

SECTIONS: dict[str, Callable[[], None]] = {
    "engine": engine.run,
    "turns": turns.run,
    "http": http.run,
    "attacks": attacks.run,
}


def main() -> None:
    """Run the sections named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("section", nargs="*", help=", ".join(SECTIONS))
    arguments = parser.parse_args()
    names = arguments.section or list(SECTIONS)
    if unknown := [name for name in names if name not in SECTIONS]:
        parser.error(f"unknown section {', '.join(unknown)}. Choose from {', '.join(SECTIONS)}")
    exit_on_sigterm()
    print(f"{python_implementation()} {python_version()}, {system()} {machine()}, ", end="")
    print(f"{os.cpu_count()} cores")
    for name in names:
        SECTIONS[name]()


if __name__ == "__main__":
    main()
