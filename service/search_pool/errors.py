"""Define why a search that may run can have no result."""


class SearchError(Exception):
    """A search has ended without a result, through no fault of its task."""


class NotReadyError(SearchError):
    """The service is stopping, or no worker can be started."""


class SearchTimeoutError(SearchError):
    """A search took too long; `max_nodes` is a budget that it reached in time, if it is known."""

    def __init__(self, max_nodes: int | None = None) -> None:
        super().__init__(max_nodes)
        self.max_nodes = max_nodes


class WorkerDiedError(SearchError):
    """A worker died in the middle of a search."""
