"""Section `http`: what a request costs the server, beside a route that returns constant bytes.

To add a scenario, add it to SCENARIOS.
"""

import json
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from benchmarks.client import Connections, ask, connections, load, request
from benchmarks.server import Server, running_server
from benchmarks.table import duration, heading, paragraph, table, times

CONNECTIONS = 4
ROUNDS = 15
ROUND_TRIPS = 200  # per connection and round
QUERY = "?board=........."
BODY = json.dumps({"board": "........."}).encode()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A request, and the name of the scenario that it is compared with."""

    name: str
    message: bytes
    beside: str


SCENARIOS = (
    Scenario("GET constant", request("GET", f"/constant{QUERY}"), "GET constant"),
    Scenario("GET /v1/analysis", request("GET", f"/v1/analysis{QUERY}"), "GET constant"),
    Scenario("POST constant", request("POST", "/constant", BODY), "POST constant"),
    Scenario("POST /v1/analysis", request("POST", "/v1/analysis", BODY), "POST constant"),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds per request: on the clock, and of the server's processor."""

    wall: float
    cpu: float


def run() -> None:
    """Load a server of its own with each scenario in turn, and print what requests cost."""
    requests = CONNECTIONS * ROUND_TRIPS
    heading(f"HTTP: uvicorn with h11, one process, {CONNECTIONS} connections kept alive")
    with running_server() as server, connections(server.port, CONNECTIONS) as open_connections:
        constant = ask(open_connections[0], SCENARIOS[1].message)
        ask(open_connections[0], request("PUT", "/constant", constant))
        paragraph(
            f"The empty 3x3 board, answered from the cache of analyses: {len(constant):,} bytes of "
            "JSON, from every route. The constant route is part of the same app, behind the same "
            "middleware, and is sent the same query or body. Medians of "
            f"{ROUNDS} interleaved rounds of {requests} requests each."
        )
        costs = _measure(server, open_connections)
    table(
        ["", "requests/s", "ratio", "server CPU per request", "ratio"],
        [_row(scenario, costs) for scenario in SCENARIOS],
    )


def _measure(server: Server, open_connections: Connections) -> dict[str, Cost]:
    """The median cost of each scenario, over interleaved rounds after one to warm up."""
    samples: dict[str, list[Cost]] = {scenario.name: [] for scenario in SCENARIOS}
    for _ in range(1 + ROUNDS):
        for scenario in SCENARIOS:
            samples[scenario.name].append(_cost(server, open_connections, scenario.message))
    return {
        name: Cost(median(cost.wall for cost in costs[1:]), median(cost.cpu for cost in costs[1:]))
        for name, costs in samples.items()
    }


def _cost(server: Server, open_connections: Connections, message: bytes) -> Cost:
    """The cost of one request, over one round."""
    expected = ask(open_connections[0], message)
    requests = len(open_connections) * ROUND_TRIPS
    cpu, wall = server.cpu_seconds(), perf_counter()
    load(open_connections, message, ROUND_TRIPS, expected)
    return Cost((perf_counter() - wall) / requests, (server.cpu_seconds() - cpu) / requests)


def _row(scenario: Scenario, costs: dict[str, Cost]) -> list[str]:
    """A scenario's costs; the ratios are to the scenario beside it."""
    cost, beside = costs[scenario.name], costs[scenario.beside]
    return [
        scenario.name,
        f"{1 / cost.wall:,.0f}",
        times(beside.wall / cost.wall),
        duration(cost.cpu),
        times(cost.cpu / beside.cpu),
    ]
