"""The open connections of a server, and which of them is closed when there are too many."""

import asyncio
import logging
from collections.abc import Sized
from typing import Protocol

from service.middleware.metrics import Metrics
from service.settings import Settings

logger = logging.getLogger("noughts")


class Connection(Protocol):
    """What the registry needs to know of a connection."""

    peer: str
    client: tuple[str, int] | None
    transport: asyncio.Transport

    @property
    def connections(self) -> Sized:
        """All that are open on this server."""


class ConnectionRegistry:
    """What the connections of a server share.

    A connection is *evictable* while the server waits for its client: for a request, or for the
    client to read an answer. Connections that wait for a search are bounded elsewhere
    (service/search_pool/shares.py), so there is always one that can be evicted for a new one.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.max_connections = settings.max_connections
        self.is_closing = False
        self.evicted = 0
        # For each peer its evictable connections, the one that has waited longest first.
        self._evictable: dict[str, dict[Connection, None]] = {}

    def admit(self, connection: Connection) -> None:
        """Accept a connection, and close another if there are too many."""
        self.wait_for(connection)
        if len(connection.connections) > self.max_connections:
            self._evict()

    def wait_for(self, connection: Connection) -> None:
        """Note that the server waits for the client of this connection."""
        self._evictable.setdefault(connection.peer, {})[connection] = None

    def wait_no_longer(self, connection: Connection) -> None:
        """Note that it is the turn of the server, or that the connection is lost."""
        of_peer = self._evictable.get(connection.peer, {})
        of_peer.pop(connection, None)
        if not of_peer:
            self._evictable.pop(connection.peer, None)

    def _evict(self) -> None:
        """Close the longest waiting connection of the peer that has most of them."""
        greediest = max(self._evictable.values(), key=len)
        longest = next(iter(greediest))
        self.wait_no_longer(longest)
        self.evicted += 1
        logger.debug("connection from %s evicted", longest.client)
        longest.transport.abort()
