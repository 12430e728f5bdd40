"""Holds the service of this checkout against that of another git revision, side by side.

`python -m benchmarks.against REVISION`; the exit code is 1 if an answer differs.
"""

import argparse
import signal
import sys
from time import perf_counter
from types import FrameType
from typing import NoReturn

from benchmarks.against.comparison import compare, show
from benchmarks.against.corpus import questions
from benchmarks.against.cost import compare_cost
from benchmarks.against.different import compare_different
from benchmarks.against.exchange import Client
from benchmarks.against.revision import ROOT, checkout, running_service
from benchmarks.table import duration


def main() -> int:
    """Compare answers and cost; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("revision", help="what this checkout is held against, such as a tag")
    parser.add_argument("--requests-only", action="store_true", help="leave out what they cost")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, _leave)
    with (
        checkout(arguments.revision) as folder,
        running_service(folder) as old,
        running_service(ROOT) as new,
    ):
        print(f"Old: {arguments.revision}. New: this checkout, with its changes.")
        started = perf_counter()
        with Client(old.port) as old_client, Client(new.port) as new_client:
            comparison = compare(questions(), old_client, new_client)
        show(comparison)
        print(f"This took {duration(perf_counter() - started)}.", flush=True)
        if not arguments.requests_only:
            compare_cost(old, new)
            compare_different(folder, ROOT)
    return 1 if comparison.differences else 0


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Leave by an exception, so that servers are stopped and folders removed."""
    sys.exit("benchmarks: terminated")


if __name__ == "__main__":
    sys.exit(main())
