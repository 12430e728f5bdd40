"""Define the state that the operations of an application share."""

from starlette.datastructures import State
from starlette.types import Scope

from .metrics import Metrics
from .quotas import ClientQuota
from .recorder import RequestRecorder
from .search_pool.searches import Searches
from .settings import Settings


class AppState(State):
    """The parts of the service, as `app.state`; a server need not support lifespan state."""

    settings: Settings
    metrics: Metrics
    searches: Searches
    large_requests: ClientQuota
    recorder: RequestRecorder


def state_of(scope: Scope) -> AppState:
    """Return the state of the application that serves a request."""
    state: AppState = scope["app"].state
    return state
