"""The command line: `python -m benchmarks [section ...]`, all sections if none is named."""

import os
import sys
from platform import machine, python_version, system

from benchmarks import attacks, engine, http, turns
from benchmarks.server import exit_on_sigterm

SECTIONS = {"engine": engine.run, "turns": turns.run, "http": http.run, "attacks": attacks.run}

if __name__ == "__main__":
    names = sys.argv[1:] or list(SECTIONS)
    if unknown := set(names) - SECTIONS.keys():
        sys.exit(f"unknown section {', '.join(unknown)}. Choose from {', '.join(SECTIONS)}")
    exit_on_sigterm()
    print(f"Python {python_version()}, {system()} {machine()}, {os.cpu_count()} cores")
    for name in names:
        SECTIONS[name]()
