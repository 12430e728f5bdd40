"""Define the state that the lifespan yields, and what a request adds to it."""

from typing import NotRequired, TypedDict

from .metrics import Metrics
from .middleware.telemetry import RequestRecorder
from .quotas import ClientQuota
from .search_pool.searches import Searches
from .settings import Settings


class LifespanState(TypedDict):
    """The parts of the service that its operations share."""

    settings: Settings
    metrics: Metrics
    searches: Searches
    batches: ClientQuota
    recorder: RequestRecorder


class RequestState(LifespanState):
    """The state of a request, which the middleware reads when the response has been sent."""

    request_id: str
    nodes: NotRequired[int]
