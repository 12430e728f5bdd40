"""The metrics of connections."""

from collections.abc import Sized

from prometheus_client import CollectorRegistry, Gauge

from service.http.registry import ConnectionRegistry


def add_connection_metrics(
    metrics: CollectorRegistry, registry: ConnectionRegistry, connections: Sized
) -> None:
    """Add the counts that a server keeps of its connections."""
    for name, text, read in (
        ("connections", "Open connections.", lambda: len(connections)),
        ("max_connections", "Maximum number of connections.", lambda: registry.max_connections),
        ("evicted_connections_total", "Connections closed for others.", lambda: registry.evicted),
    ):
        Gauge(f"noughts_{name}", text, registry=metrics).set_function(read)
