"""Load and faults for a while: `python -m tests.soak [SECONDS]`.

Clients at several addresses send good, invalid and long requests; some leave, some send the same
one many times. Meanwhile search workers are killed or stopped. A response must be the one that the
server gave at rest, or 503 `overloaded`, and memory, open files and threads must not grow. The exit
code is 1 otherwise.
"""

import json
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from random import Random
from statistics import median_high
from threading import Thread
from time import monotonic, sleep

from tests.http.support import MEGABYTE, Answer, Server, answers, read_all, request, reset
from tests.live import Service

SECONDS = 600.0
EVERY = 0.5  # seconds between two looks at the server
CLIENTS, ADDRESSES = 10, 6
EQUAL = 40  # requests at once, more than a client has places
GROWTH, SLACK = 1.05, 6 * MEGABYTE  # of the memory after a third of the time
SOME = 8  # files or threads

Table = dict[bytes, tuple[int, bytes]]  # each request with its response at rest


def board(random: Random, size: int, marks: int) -> str:
    """A square board with so many marks anywhere."""
    cells = ["."] * size * size
    for number, cell in enumerate(random.sample(range(size * size), marks)):
        cells[cell] = "XO"[number % 2]
    return "/".join("".join(cells[at : at + size]) for at in range(0, size * size, size))


def messages(random: Random) -> list[bytes]:
    """Quick, long and invalid requests."""
    found = [b"nonsense\r\n\r\n", request("DELETE", "/v1/analysis", close=True)]
    for number in range(200):
        path = random.choice(["analysis", "best-move", "game-tree"])
        quick = {"board": board(random, 3, random.randrange(1, 9))}
        found.append(request("POST", f"/v1/{path}", json.dumps(quick).encode(), close=True))
        found.append(request("GET", f"/v1/{path}?board={quick['board']}", close=True))
        if number % 4 == 0:
            long = {"board": board(random, 7, random.randrange(2, 12)), "in_a_row": 5}
            text = json.dumps(long | {"max_nodes": random.choice([1_000, 20_000, 60_000])})
            found.append(request("POST", "/v1/analysis", text.encode(), close=True))
            blank = b" " * random.randrange(1, 70_000)
            found.append(request("POST", "/v1/analysis", blank, close=True))
            found.append(request("GET", "/" + "a" * random.randrange(9_000), close=True))
    return found


def load(number: int, server: Server, table: Table, tally: Counter[str], end: float) -> None:
    """Send requests until this time; a fault is counted under a name that begins with FAULT."""
    random, requests, address = Random(number), list(table), f"127.0.0.{2 + number % ADDRESSES}"
    long = [message for message in requests if b"max_nodes" in message]
    while monotonic() < end:
        is_one = random.random() < 0.98
        message = random.choice(requests if is_one else long)
        opened = [server.connect(address) for _ in range(1 if is_one else EQUAL)]
        for connection in opened:
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(message)
        for connection in opened:
            with connection:
                if random.random() < 0.05:
                    reset(connection)
                    tally["left"] += 1
                else:
                    tally[outcome(answers(read_all(connection)), message, table)] += 1
        sleep(0.01)


def outcome(found: list[Answer], message: bytes, table: Table) -> str:
    """What came of a request: its status if the response is that at rest."""
    status, body = (found[0].status, found[0].body) if found else (0, b"")
    if (status, body) == table[message]:
        return str(status)
    if status == 503 and b'"overloaded"' in body:
        return "503 overloaded"
    return f"FAULT {status} {body[:80]!r} to {message[:60]!r}"


def use_of(server: Server) -> tuple[int, int, int]:
    """Memory, open files and threads."""
    return server.memory, server.files, server.threads


def watch(server: Server, end: float, tally: Counter[str]) -> list[tuple[int, int, int]]:
    """Look at the server until this time, and kill or stop a worker now and then."""
    random, looks = Random(0), []
    while monotonic() < end:
        looks.append(use_of(server))
        if random.random() < EVERY / 3 and (workers := server.workers):
            harm = random.choice([signal.SIGKILL, signal.SIGSTOP])
            tally[f"worker {harm.name}"] += 1
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), harm)
        sleep(EVERY)
    return looks


def main() -> int:
    """Load a server, and print what came of it."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    tally: Counter[str] = Counter()
    with Service(search_timeout="5") as service:
        server = Server(service)
        table: Table = {}
        for message in messages(Random(1)):
            [answer] = server.ask(message)
            table[message] = (answer.status, answer.body)
        assert service.stop() == 0  # so that it has to search again
        service.start()
        server = Server(service)
        end = monotonic() + seconds
        clients = [(number, server, table, tally, end) for number in range(CLIENTS)]
        threads = [Thread(target=load, args=each) for each in clients]
        for thread in threads:
            thread.start()
        looks = watch(server, end, tally)
        for thread in threads:
            thread.join()
    third = len(looks) // 3
    warm, last = (
        [median_high(column) for column in zip(*part, strict=True)]
        for part in (looks[third : 2 * third], looks[-third:])
    )
    faults = [kind for kind in tally if kind.startswith("FAULT")]
    if last[0] > warm[0] * GROWTH + SLACK:
        faults.append("FAULT memory has grown")
    if last[1] > warm[1] + SOME or last[2] > warm[2] + SOME:
        faults.append("FAULT open files or threads have grown")
    if not {"200", "400", "405", "413", "414", "422", "503 overloaded"} <= tally.keys():
        faults.append("FAULT not every kind of response was sent")
    for kind, number in sorted(tally.items()):
        say(f"{number:>10,}  {kind}")
    for name, (memory, files, count) in (("warm", warm), ("last", last)):
        say(f"{name:>10}  {memory / MEGABYTE:.1f} MB, {files} files, {count} threads")
    say(f"{'verdict':>10}  {', '.join(faults) or 'met'}")
    return bool(faults)


def say(line: str) -> None:
    """Print at once."""
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
