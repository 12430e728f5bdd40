"""Full load and faults for a while: `python -m tests.soak [SECONDS]`.

Clients ask well, wrongly, for long searches, for the same thing at once; some leave, some do not
read. Meanwhile search workers are killed and stopped, the log is not read for a while, and once
the server gets a SIGHUP and is started again. No answer may be wrong or missing, there may be no
5xx but `overloaded`, and memory, open files and threads may not grow. The exit code is 1 if that
does not hold.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from random import Random
from statistics import median_high
from threading import Event as Flag
from time import monotonic, sleep

from tests.http.support import MEGABYTE, PATIENCE, Server
from tests.live import Service, wait_until
from tests.soak_clients import Client, Table, Tally, make_table, run_clients

SECONDS = 600.0
EVERY = 0.5  # seconds between two looks at the server
WINDOW = 20  # looks, whose middle counts
GROWTH = 0.05  # of memory from the warm server to the end, at most, and
SLACK = 6 * MEGABYTE  # beside it
SOME = 8  # files or threads
PROCESSES = 2
CLIENTS = 10
ADDRESSES = 6  # of the clients
LOG_PAUSE = 20.0  # seconds
STOPPED = 0.5  # of the workers that are harmed are stopped; the others are killed


@dataclass(frozen=True)
class Look:
    """What the server uses."""

    seconds: float
    memory: int
    files: int
    threads: int

    def __str__(self) -> str:
        return (
            f"{self.seconds:5.0f} s: {self.memory / MEGABYTE:.1f} MB, "
            f"{self.files} files, {self.threads} threads"
        )


class Paused(Service):
    """A service whose log is read only while `is_read` is set; the lines are not kept."""

    def __init__(self, **settings: str) -> None:
        self.is_read = Flag()
        self.is_read.set()
        self.errors: list[str] = []
        super().__init__(**settings)

    def read(self, lines: Iterable[str]) -> None:
        """Read the lines, and keep those of errors."""
        for line in lines:
            self.is_read.wait()
            if '"level":"error"' in line or '"level":"critical"' in line:
                self.errors.append(line)


def harm(server: Server, random: Random) -> str | None:
    """Stop or kill a search worker, if there is one; what was done."""
    if not (workers := server.workers):
        return None
    is_stopped = random.random() < STOPPED
    with suppress(ProcessLookupError):
        os.kill(random.choice(workers), signal.SIGSTOP if is_stopped else signal.SIGKILL)
    return "worker stopped" if is_stopped else "worker killed"


def restart(service: Paused, is_down: Event) -> int:
    """Have the service end by SIGHUP, and start it again; the exit code."""
    is_down.set()
    service.process.send_signal(signal.SIGHUP)
    code = service.process.wait(PATIENCE)
    service.stop()
    service.start()
    sleep(1)  # until the answers of before have been judged
    is_down.clear()
    return code


def soak(service: Paused, table: Table, seconds: float) -> tuple[Tally, list[Look], list[str]]:
    """What became of the requests, looks at the server since its restart, and other faults."""
    context = get_context("spawn")
    tallies: Queue[Tally] = context.Queue()
    is_down = context.Event()
    port = Server(service).port
    people = [Client(port, f"127.0.0.{2 + n % ADDRESSES}", table, is_down) for n in range(CLIENTS)]
    clients = [
        context.Process(target=run_clients, args=(people[first::PROCESSES], seed, seconds, tallies))
        for first, seed in enumerate(range(0, 1_000 * PROCESSES, 1_000))
    ]
    for each in clients:
        each.start()
    try:
        done, looks, wrong = _watch(service, is_down, seconds)
        total = sum((tallies.get(timeout=PATIENCE) for _ in clients), done)
    finally:
        for each in clients:
            each.terminate()
            each.join()
    return total, looks, wrong


def _watch(service: Paused, is_down: Event, seconds: float) -> tuple[Tally, list[Look], list[str]]:
    """Do harm, and look at the server, for so many seconds."""
    random, done, wrong = Random(0), Tally(), []
    looks: list[Look] = []
    started, is_restarted = monotonic(), False
    while (now := monotonic() - started) < seconds:
        server = Server(service)
        if now > seconds / 4 and not is_restarted:
            if code := restart(service, is_down):
                wrong.append(f"SIGHUP: exit code {code}")
            is_restarted = True
            continue
        pause = min(LOG_PAUSE, seconds / 3)
        paused = seconds / 2 < now < seconds / 2 + pause
        (service.is_read.clear if paused else service.is_read.set)()
        if random.random() < EVERY / 3 and (what := harm(server, random)):
            done[what] += 1
        if is_restarted:
            looks.append(Look(now, server.memory, server.files, server.threads))
        sleep(EVERY)
    service.is_read.set()
    return done, looks, wrong


def middle(looks: list[Look]) -> Look:
    """What the server used as a rule."""
    columns = zip(*(astuple(each) for each in looks), strict=True)
    return Look(*(median_high(column) for column in columns))


def faults(total: Tally, warm: Look, end: Look) -> Iterator[str]:
    """What is not as it has to be."""
    yield from (kind for kind in total if kind.startswith("FAULT"))
    if not {"200", "400", "413", "414", "422", "431", "503 overloaded", "aborted"} <= total.keys():
        yield "not every kind of answer was given"
    if end.memory > warm.memory * (1 + GROWTH) + SLACK:
        yield "memory has grown"
    if end.files > warm.files + SOME:
        yield "open files have grown"
    if end.threads > warm.threads + SOME:
        yield "threads have grown"


def main() -> int:
    """Soak a server of its own, and print what came of it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    service = Paused(search_timeout="5")
    try:
        table = make_table(Server(service))
        files = Server(service).files
        total, looks, wrong = soak(service, table, seconds)
        wait_until(lambda: Server(service).files <= files + SOME)
    finally:
        code = service.stop()
    third = len(looks) // 3
    warm, end = middle(looks[third : third + WINDOW]), middle(looks[-WINDOW:])
    for kind, number in sorted(total.items()):
        say(f"{number:>10,}  {kind}")
    for name, each in (("at first", looks[0]), ("warm", warm), ("at the end", end)):
        say(f"{name:>10}: {each}")
    wrong += [*faults(total, warm, end), *([f"exit code {code}"] if code else [])]
    wrong += [line for line in service.errors if "search worker" not in line]
    say(f"{'verdict':>10}: {', '.join(wrong) or 'as it has to be'}")
    return bool(wrong)


def say(line: str) -> None:
    """Print at once."""
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
