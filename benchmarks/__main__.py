"""The command line: `python -m benchmarks [section ...]`, all but the long ones by default."""

import os
import sys
from platform import machine, python_version, system

from benchmarks import attacks, claims, engine, http, proofs, sizing, turns
from benchmarks.server import exit_on_sigterm

SECTIONS = {"engine": engine.run, "turns": turns.run, "http": http.run, "attacks": attacks.run}
LONG_SECTIONS = {"proofs": proofs.run, "claims": claims.run, "sizing": sizing.run}

if __name__ == "__main__":
    names = sys.argv[1:] or list(SECTIONS)
    sections = SECTIONS | LONG_SECTIONS
    if unknown := set(names) - sections.keys():
        sys.exit(f"unknown section {', '.join(unknown)}. Choose from {', '.join(sections)}")
    exit_on_sigterm()
    print(f"Python {python_version()}, {system()} {machine()}, {os.cpu_count()} cores")
    for name in names:
        sections[name]()
