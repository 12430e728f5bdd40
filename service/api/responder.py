"""Turns validated requests into responses: from kept bytes, at once, or by a search."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel
from starlette.types import Receive, Scope

from service.api.caching import etag_of
from service.api.disconnects import until_disconnect
from service.api.operation import Operation, Plan
from service.api.prepared import PreparedResponse, Representations, not_modified_response
from service.api.request_validation import max_nodes_problem
from service.engine.budget import DEFAULT_NODES
from service.middleware.clients import client_of
from service.search_pool.in_flight import Searches, nodes_of
from service.settings import Settings

MAX_KEPT: Final = 4_096  # answers of about 3 KB


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a request comes to: its answer, or its plan if that takes a worker."""

    outcome: Representations | Plan
    etag: str | None
    nodes: int | None = None


class Responder:
    """The responses of one application; those that take no worker are kept."""

    def __init__(self, searches: Searches, settings: Settings) -> None:
        self._searches = searches
        self._settings = settings
        self._kept: OrderedDict[tuple[Hashable, ...], Resolved] = OrderedDict()
        self.hits = 0  # requests answered from kept bytes

    @property
    def kept(self) -> int:
        """The number of responses in memory."""
        return len(self._kept)

    async def respond(
        self, operation: Operation, request: BaseModel | None, scope: Scope, receive: Receive
    ) -> PreparedResponse:
        """The response to a request; raises ProblemError, EngineError and what searches raise."""
        resolved = self._resolve(operation, request)
        scope["state"]["nodes"] = resolved.nodes
        if isinstance(resolved.outcome, Representations):
            return resolved.outcome.response(scope)
        etag, max_age, plan = resolved.etag, self._settings.cache_max_age, resolved.outcome
        not_modified = not_modified_response(etag, max_age, scope) if etag else None
        if not_modified:
            return not_modified
        result = await until_disconnect(receive, self._searches.search(plan.task, client_of(scope)))
        scope["state"]["nodes"] = nodes_of(result)
        return self._representations(plan.answer(result), etag).response(scope)

    def _resolve(self, operation: Operation, request: BaseModel | None) -> Resolved:
        """What a request comes to; raises ProblemError or EngineError."""
        key = (operation.name, *request.__dict__.values()) if request else (operation.name,)
        resolved = self._kept.get(key)
        if resolved:
            self.hits += 1
            self._kept.move_to_end(key)
            return resolved
        resolved = self._planned(operation, request) if request else self._constant(operation)
        if isinstance(resolved.outcome, Representations):
            self._kept[key] = resolved
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return resolved

    def _planned(self, operation: Operation, request: BaseModel) -> Resolved:
        plan: Plan = operation.endpoint(self.with_budget(operation, request))
        etag = self._etag(operation, plan.task, *plan.variant)
        if not plan.task.is_instantaneous:
            return Resolved(plan, etag)
        result = self._searches.run_at_once(plan.task)
        answer = self._representations(plan.answer(result), etag)
        return Resolved(answer, etag, nodes_of(result))

    def _constant(self, operation: Operation) -> Resolved:
        etag = self._etag(operation)
        return Resolved(self._representations(operation.endpoint(), etag), etag)

    def _etag(self, operation: Operation, *normalised: object) -> str | None:
        return etag_of(operation.path, *normalised) if operation.is_cacheable else None

    def _representations(self, answer: BaseModel, etag: str | None) -> Representations:
        body = answer.model_dump_json().encode()
        return Representations(body, etag, self._settings.cache_max_age)

    def with_budget(self, operation: Operation, request: BaseModel) -> BaseModel:
        """The request with its `max_nodes`, if it has any, within the limit of the operator."""
        if "max_nodes" not in request.__dict__:
            return request
        asked, limit = request.__dict__["max_nodes"], self._settings.max_nodes
        if asked is None:
            return request.model_copy(update={"max_nodes": min(DEFAULT_NODES, limit)})
        if asked > limit:
            raise max_nodes_problem(limit, in_body=operation.validator.in_body)
        return request
