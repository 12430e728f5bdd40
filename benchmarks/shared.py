"""Section `shared`: results that replicas share, with an undisturbed and a disturbed store."""

from collections.abc import Iterator, Sequence
from itertools import count
from statistics import median, quantiles
from threading import Event
from time import perf_counter

import httpx

from benchmarks.client import Load, connect, load_process, request, send
from benchmarks.positions import body, empty_board, random_positions, title
from benchmarks.table import Figure, duration, heading, paragraph, report, table
from tests.deploy.faults import until_end
from tests.deploy.proxy import Site
from tests.deploy.store import DISTURBANCES, SharedStore, disturbed
from tests.http.support import Server
from tests.live import Service

SEED = 20_260
EMPTY = empty_board(7, 7, 5)
LONG_NODES = 3_000_000  # more than two seconds
SEARCHES = 4
NEW_NODES = 60_000
REQUESTS = 3_000  # of each sample
CONNECTIONS = 8
ROUNDS = 3
MAX_SECONDS = 0.01
MAX_P99 = 1.5  # with a disturbed store, to an undisturbed one


def run() -> None:
    """Measure two replicas behind nginx, as shipped."""
    heading(f"Shared results: two replicas, nginx and a store; positions of {title(EMPTY)}")
    paragraph(
        f"First, searches with {LONG_NODES:,} nodes by one replica, and the same requests to the "
        f"other. Then, {REQUESTS:,} requests whose response is in memory, while another client "
        "requests new searches. The store is disturbed in every other round. A status other than "
        "200 ends the benchmark."
    )
    with SharedStore() as store, Site(cache_url=store.url) as site:
        figures = [_second_replica(site)]
        with load_process() as load:
            figures += _disturbances(load, store, site)
    report(figures)


def _second_replica(site: Site) -> Figure:
    positions = random_positions(EMPTY, range(2, 6), SEARCHES + 1, SEED)[::-1]
    messages = [
        request("POST", "/v1/analysis", body(each, max_nodes=LONG_NODES)) for each in positions
    ]
    first, second = (_seconds(replica, messages) for replica in site.replicas)
    table(
        ["search", "one replica", "the other"],
        [
            [str(number), duration(one), duration(other)]
            for number, (one, other) in enumerate(zip(first, second, strict=True), 1)
        ],
    )
    name = "slowest response of the other replica"
    return Figure(name, max(second) * 1e3, MAX_SECONDS * 1e3, unit=" ms")


def _seconds(replica: Service, messages: Sequence[bytes]) -> list[float]:
    """The time of each request but the first, which also prepares a new process."""
    seconds = []
    with connect(Server(replica).port) as connection:
        send(connection, request("GET", "/livez"))
        for message in messages:
            started = perf_counter()
            send(connection, message)
            seconds.append(perf_counter() - started)
    return seconds[1:]


def _disturbances(load: Load, store: SharedStore, site: Site) -> Iterator[Figure]:
    position, *_ = random_positions(EMPTY, range(2, 6), 1, SEED + 1)
    messages = [request("POST", "/v1/analysis", body(position, max_nodes=NEW_NODES))] * REQUESTS
    numbers = count(NEW_NODES + 1)

    def search(end: Event) -> None:
        with httpx.Client(base_url=site.proxy.url, timeout=60) as client:
            while not end.is_set():
                fields = {"board": "/".join(["......."] * 7), "in_a_row": 5}
                client.post("/v1/analysis", json=fields | {"max_nodes": next(numbers)})

    def p99() -> float:
        _, seconds = load(site.proxy.port, messages, CONNECTIONS)
        return quantiles(seconds, n=100)[-1]

    with until_end(search):
        p99()
        for name, disturb in DISTURBANCES.items():
            ratios = []
            for _ in range(ROUNDS):
                undisturbed = p99()
                with disturbed(store, disturb):
                    ratios.append(p99() / undisturbed)
            yield Figure(f"{name} store: p99, to an undisturbed one", median(ratios), MAX_P99)
