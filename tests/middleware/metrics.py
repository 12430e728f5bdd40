"""The samples of /metrics."""

from prometheus_client.parser import text_string_to_metric_families

from tests.asgi import Client

Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def series(client: Client) -> Series:
    """The samples of /metrics by name and labels."""
    answer = client.get("/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert answer.headers["cache-control"] == "no-store"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def value(found: Series, name: str, **labels: str) -> float:
    """One sample, whose name begins with noughts_."""
    return found[f"noughts_{name}", frozenset(labels.items())]
