"""Part of section `http`: positions in one call, compared with a call for each of them."""

from statistics import median

from benchmarks.client import Load, request
from benchmarks.server import Sample, running_server, sample
from benchmarks.table import Figure, duration, heading, table

RESTARTS = 2
STATES = {"new": 2.0, "sent before": 5.0}  # the minimum speed relative to single calls


def run(load: Load, bursts: list[list[bytes]]) -> list[Figure]:
    """Send half of the parts in single calls and half in batches, each part twice."""
    costs: dict[str, list[tuple[Sample, Sample]]] = {state: [] for state in STATES}
    for restart in range(RESTARTS):
        singles, batches = bursts[restart::2], bursts[1 - restart :: 2]
        with running_server() as server:
            for parts in zip(singles, batches, strict=False):
                single = [request("POST", "/v1/analysis", each) for each in parts[0]]
                batch = request("POST", "/v1/analyses", document(parts[1]))
                for state in STATES:
                    both = sample(load, server, single, 1), sample(load, server, [batch], 1)
                    costs[state].append(both)
    size = len(bursts[0])
    heading(f"{size} positions of 3x3 on one connection: single calls and one batch")
    rows = []
    for state, found in costs.items():
        for name, each in zip(("single", "batch"), zip(*found, strict=True), strict=True):
            clock, cpu = median(cost.clock for cost in each), median(cost.cpu for cost in each)
            rows.append([f"{name}, {state}", duration(clock), duration(cpu)])
    table(["", "clock", "server's CPU"], rows)
    return [
        Figure(
            f"POST /v1/analyses of {size} positions {state}: speed, to single POSTs",
            median(single.clock / batch.clock for single, batch in costs[state]),
            target,
            at_least=True,
        )
        for state, target in STATES.items()
    ]


def document(bodies: list[bytes]) -> bytes:
    """The body of a call with the positions of these bodies."""
    return b'{"positions": [' + b", ".join(bodies) + b"]}"
