"""The metrics of connections, read whenever they are asked for."""

from collections.abc import Iterator, Sized

from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from service.http.registry import ConnectionRegistry
from service.middleware.metrics import counter, gauge


class ConnectionMetrics(Collector):
    """Reads the counts that a server keeps of its connections."""

    def __init__(self, registry: ConnectionRegistry, connections: Sized) -> None:
        self._registry = registry
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        """How many are open and may be, and how many were closed for others."""
        registry = self._registry
        yield gauge("connections", "Open connections.", len(self._connections))
        yield gauge("max_connections", "Connections that may be open.", registry.max_connections)
        evicted = "Connections closed because there were too many."
        yield counter("evicted_connections", evicted, registry.evicted)
