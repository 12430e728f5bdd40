"""Full load for a while, by clients of every kind: `python -m tests.http.soak [SECONDS]`.

Some ask well, some wrongly, some for long searches; some leave before the answer. There must be no
5xx but `overloaded`, and once the caches are full, no more memory, open files or threads are used.
The exit code is 1 if that does not hold.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.queues import Queue
from random import Random
from socket import socket
from statistics import median_high
from time import monotonic, sleep

from tests.http.support import MEGABYTE, PATIENCE, Server, connect, request, reset, wait_until
from tests.live import Service

SECONDS = 600.0
EVERY = 0.5  # seconds between two looks at the server
WINDOW = 20  # looks, whose middle counts
GROWTH = 0.05  # of memory from the warm server to the end, at most, and
SLACK = 4 * MEGABYTE  # beside it
SOME = 4  # files or threads
PROCESSES = 3
CONNECTIONS = 12  # of each process, at a time; more than may search or wait for it
ROUNDS = 30  # on the same connections

Tally = Counter[str]


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


def board(random: Random, columns: int, rows: int, marks: int) -> str:
    """A board with so many marks anywhere."""
    cells = ["."] * columns * rows
    for number, cell in enumerate(random.sample(range(columns * rows), marks)):
        cells[cell] = "XO"[number % 2]
    return "/".join("".join(cells[i : i + columns]) for i in range(0, columns * rows, columns))


def quick(random: Random) -> bytes:
    """A good question, as a rule, that is answered at once."""
    size, most = random.choice([(3, 8), (4, 14)])
    marks = random.randrange(most - 7, most + 1)
    asked: dict[str, object] = {"board": board(random, size, size, marks), "in_a_row": size}
    path = random.choice(["analysis", "best-move", "game-tree"] if size == 3 else ["analysis"])
    if path == "best-move":
        asked |= {
            "level": random.choice(["easy", "medium", "perfect"]),
            "seed": random.randrange(99),
        }
    if random.random() < 0.5:
        return request("POST", f"/v1/{path}", json.dumps(asked).encode())
    return request("GET", f"/v1/{path}?" + "&".join(f"{k}={v}" for k, v in asked.items()))


def around(random: Random) -> bytes:
    """What is not the API."""
    path = random.choice(
        ["/", "/docs", "/openapi.json", "/livez", "/readyz", "/metrics", "/problems"]
    )
    return request("GET", path)


def wrong(random: Random) -> bytes:
    """A question that is refused."""
    return random.choice(
        [
            request("POST", "/v1/analysis", b"?" * random.randrange(1, 2_000)),
            request("POST", "/v1/analysis", b'{"board": %d}' % random.randrange(10**9)),
            request("POST", "/v1/analysis", b" " * 70_000),
            request(
                "POST",
                "/v1/best-move",
                b'{"board": "XXXOO....", "x%d": 1}' % random.randrange(10**6),
            ),
            request("GET", f"/v1/analysis?board={random.randrange(10**9)}"),
            request("GET", f"/{random.randrange(10**9)}"),
            request("GET", "/" + "a" * random.choice([4_000, 5_000, 100_000])),
            request("GET", "/livez", b"", "X: " + "a" * random.choice([10_000, 20_000, 100_000])),
            request("DELETE", "/v1/analysis"),
            b"nonsense %d\r\n\r\n" % random.randrange(10**9),
        ]
    )


def heavy(random: Random, *max_nodes: int) -> bytes:
    """A question that takes a search."""
    return request("POST", "/v1/analysis", json.dumps(_heavy(random, max_nodes)).encode())


def streamed(random: Random, *max_nodes: int) -> bytes:
    """The same, with its progress; the connection ends after it."""
    query = "&".join(f"{key}={value}" for key, value in _heavy(random, max_nodes).items())
    return request("GET", f"/v1/analysis/stream?{query}", close=True)


def _heavy(random: Random, max_nodes: tuple[int, ...]) -> dict[str, object]:
    return {
        "board": board(random, 7, 7, random.randrange(2, 12)),
        "in_a_row": 5,
        "max_nodes": random.choice(max_nodes or (1_000, 2_000, 5_000, 40_000)),
    }


KINDS: tuple[Callable[[Random], bytes], ...] = (quick, around, wrong)
WEIGHTS = (80, 5, 15)


def mixed(random: Random) -> bytes:
    """A question that takes no search."""
    [kind] = random.choices(KINDS, WEIGHTS)
    return kind(random)


def long(random: Random) -> bytes:
    """A question that takes a search, one of five with its progress."""
    return streamed(random) if random.random() < 0.2 else heavy(random)


def ask_all(port: int, asks: Iterator[bytes], random: Random, tally: Tally) -> None:
    """Send a request on each of some connections, then read the answers, and again."""
    connections: list[socket] = []
    for _ in range(ROUNDS):
        connections += [connect(port) for _ in range(CONNECTIONS - len(connections))]
        for connection in connections:
            connection.sendall(next(asks))
        if random.random() < 1 / ROUNDS:
            tally["left"] += len(connections)
            break
        for connection in list(connections):
            received = connection.recv(MEGABYTE)
            while not is_whole(received) and (more := connection.recv(MEGABYTE)):
                received += more
            tally[status(received)] += 1
            if b"\r\nconnection: close\r\n" in received:
                connections.remove(connection)
                reset(connection)
    for connection in connections:
        reset(connection)


def is_whole(received: bytes) -> bool:
    """Whether this is an answer to the end, or one that ends with its connection."""
    head, end, body = received.partition(b"\r\n\r\n")
    _, found, length = head.partition(b"content-length: ")
    return bool(end and found) and len(body) >= int(length.split(b"\r\n")[0])


def status(received: bytes) -> str:
    """The status of an answer; of a 503 the code too."""
    found = received[9:12].decode()
    return f"{found} overloaded" if found == "503" and b'"overloaded"' in received else found


def client(port: int, seed: int, seconds: float, tallies: "Queue[Tally]") -> None:
    """Ask for so many seconds, and hand in what came of it."""
    random, tally, end = Random(seed), Tally(), monotonic() + seconds
    asks = (long(random) if seed == 0 else mixed(random) for _ in count())
    while monotonic() < end:
        ask_all(port, asks, random, tally)
    tallies.put(tally)


def fill_caches(server: Server) -> None:
    """Ask more different questions than the server keeps answers."""
    random = Random(-1)
    last = request("GET", "/livez", close=True)
    for _ in range(60):
        server.say(b"".join(quick(random) for _ in range(500)) + last)
    for _ in range(6):
        server.say(b"".join(heavy(random, 1_000) for _ in range(100)) + last)


def look(server: Server, seconds: float) -> Look:
    """What the server uses now."""
    return Look(seconds, server.memory, server.files, server.threads)


def soak(server: Server, seconds: float) -> tuple[Tally, list[Look]]:
    """What became of the requests of so many seconds, and looks at the server meanwhile."""
    context = get_context("spawn")
    tallies: Queue[Tally] = context.Queue()
    clients = [
        context.Process(target=client, args=(server.port, seed, seconds, tallies))
        for seed in range(PROCESSES)
    ]
    for each in clients:
        each.start()
    started, looks = monotonic(), []
    try:
        while (now := monotonic() - started) < seconds:
            looks.append(look(server, now))
            sleep(EVERY)
        total = sum((tallies.get(timeout=PATIENCE) for _ in clients), Tally())
    finally:
        for each in clients:
            each.terminate()
            each.join()
    return total, looks


def middle(looks: list[Look]) -> Look:
    """What the server used as a rule."""
    columns = zip(*(astuple(each) for each in looks), strict=True)
    return Look(*(median_high(column) for column in columns))


def faults(total: Tally, warm: Look, end: Look) -> Iterator[str]:
    """What is not as it has to be."""
    if bad := {kind for kind in total if kind[0] == "5"} - {"503 overloaded"}:
        yield f"answered {sorted(bad)}"
    if not {"200", "400", "413", "414", "422", "431", "503 overloaded"} <= total.keys():
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
    service = Service(idle_timeout="300")  # a client may wait for another answer for long
    try:
        server = Server(service)
        fill_caches(server)
        total, looks = soak(server, seconds)
        wait_until(lambda: server.files <= looks[0].files)
        after = look(server, seconds)
    finally:
        code = service.stop()
    first = int(min(60, seconds / 3) / EVERY)
    warm, end = middle(looks[first : first + WINDOW]), middle(looks[-WINDOW:])
    asked = sum(total.values())
    say(f"{asked:,} requests in {seconds:.0f} s, {asked / seconds:,.0f} a second")
    for kind, number in sorted(total.items()):
        say(f"{kind:>16}: {number:,}")
    for name, each in (
        ("at first", looks[0]),
        ("warm", warm),
        ("at the end", end),
        ("after", after),
    ):
        say(f"{name:>16}: {each}")
    wrong = [*faults(total, warm, end), *([f"exit code {code}"] if code else [])]
    say(f"{'verdict':>16}: {', '.join(wrong) or 'as it has to be'}")
    return bool(wrong)


def say(line: str) -> None:
    """Print at once."""
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
