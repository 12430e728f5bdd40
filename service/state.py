"""Define the state that the operations of an application share."""

from typing import cast

from starlette.datastructures import State
from starlette.types import Scope

from .metrics import Metrics
from .quotas import ClientQuota
from .recorder import RequestRecorder
from .search_pool.searches import Searches
from .settings import Settings

# Maximum number of large requests in progress, in total and from one client.
MAX_LARGE, MAX_LARGE_OF_CLIENT = 16, 4


class AppState(State):
    """The parts of the service, as `app.state`; a server need not support lifespan state."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.is_draining = False  # True from the first stop signal on, whenever it comes.
        self.settings = settings
        self.metrics = Metrics(settings.search)
        self.searches = Searches(settings, self.metrics)
        self.large_requests = ClientQuota(MAX_LARGE, MAX_LARGE_OF_CLIENT)
        self.recorder = RequestRecorder(self.metrics, logs_probes=settings.log_probes)
        text = "Whether the service is ready: what /readyz responds."
        self.metrics.gauge("ready", text).set_function(self.is_ready)

    def is_ready(self) -> bool:
        """Return whether a search worker is running, unless the service is stopping."""
        return not self.is_draining and self.searches.workers.ensure_one()


def state_of(scope: Scope) -> AppState:
    """Return the state of the application that serves a request."""
    return cast("AppState", scope["app"].state)
