"""Turns validated requests into responses: from kept bytes, at once, or by a search."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from pydantic import BaseModel
from starlette.types import ASGIApp, Receive, Scope

from service.api.caching import etag_of
from service.api.disconnects import until_disconnect
from service.api.operation import Operation, Plan
from service.api.prepared import PreparedResponse, Representations, not_modified_response
from service.api.request_validation import max_nodes_problem
from service.engine.budget import DEFAULT_NODES
from service.engine.errors import EngineError
from service.engine.tasks import Result
from service.middleware.clients import client_of
from service.schemas.problems import ProblemError
from service.search_pool.counts import nodes_of
from service.search_pool.in_flight import Searches
from service.settings import Settings

MAX_KEPT: Final = 4_096  # answers of about 3 KB
MAX_KEPT_TEXT: Final = 512  # bytes of a request whose answer is kept


class Kept(NamedTuple):
    """How to respond to a request that took no worker, and the positions that were searched."""

    respond: Callable[[Scope], ASGIApp]
    nodes: int | None = None


class Responder:
    """The responses of one application; those that take no worker are kept."""

    def __init__(self, searches: Searches, settings: Settings) -> None:
        self._searches = searches
        self._settings = settings
        self._kept: OrderedDict[tuple[str, bytes], Kept] = OrderedDict()
        self.hits = 0  # requests answered from kept bytes

    @property
    def kept(self) -> int:
        """The number of responses in memory."""
        return len(self._kept)

    def kept_response(self, operation: Operation, text: bytes, scope: Scope) -> ASGIApp | None:
        """The response to a request whose answer is kept; `text` is its query or its body.

        Bytes that have been validated before are not validated again.
        """
        key = (operation.name, text)
        kept = self._kept.get(key)
        if kept is None:
            return None
        self.hits += 1
        self._kept.move_to_end(key)
        scope["state"]["nodes"] = kept.nodes
        return kept.respond(scope)

    async def respond(
        self, operation: Operation, text: bytes, scope: Scope, receive: Receive
    ) -> ASGIApp:
        """The response to any other; raises ProblemError, EngineError and what searches raise."""
        try:
            request = await operation.validated(text)
            plan = operation.plan(request and self.with_budget(operation, request))
        except (ProblemError, EngineError) as error:
            refusal = operation.problem(error).response()
            return self._keep(operation, text, Kept(lambda _: refusal))(scope)
        if not isinstance(plan, Plan):
            answer = self._representations(plan, self._etag(operation))
            return self._keep(operation, text, Kept(answer.response))(scope)
        etag = self._etag(operation, plan.task, *plan.variant)
        if plan.task.is_instantaneous:
            result = self._searches.run_at_once(plan.task)
            answer = self._representations(plan.answer(result), etag)
            nodes = scope["state"]["nodes"] = nodes_of(result)
            return self._keep(operation, text, Kept(answer.response, nodes))(scope)
        not_modified = not_modified_response(etag, self._settings.cache_max_age, scope)
        return not_modified or await self._searched(plan, etag, scope, receive)

    def _keep(self, operation: Operation, text: bytes, kept: Kept) -> Callable[[Scope], ASGIApp]:
        if len(text) <= MAX_KEPT_TEXT:
            self._kept[operation.name, text] = kept
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return kept.respond

    async def _searched(
        self, plan: Plan, etag: str | None, scope: Scope, receive: Receive
    ) -> PreparedResponse:
        search = self._searches.search(plan.task, client_of(scope))
        result = await until_disconnect(receive, search)
        scope["state"]["nodes"] = nodes_of(result)
        # To write and to compress a large answer takes some time, for which others need not wait.
        return await asyncio.to_thread(self._written, plan, result, etag, scope)

    def _written(
        self, plan: Plan, result: Result, etag: str | None, scope: Scope
    ) -> PreparedResponse:
        return self._representations(plan.answer(result), etag).response(scope)

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
