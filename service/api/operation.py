"""An operation of the API: reads a request, validates it, and answers it or raises a problem.

The OpenAPI document is derived from the same declaration (service/openapi/).
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import BaseModel
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.contract_route import ContractRoute
from service.api.error_handlers import SEARCH_ERRORS, client_left, search_problem
from service.api.request_validation import RequestValidator, engine_problem
from service.api.strict_json import LARGE
from service.engine.errors import EngineError
from service.engine.tasks import Task
from service.schemas.problems import ProblemError


class Plan(NamedTuple):
    """How a request is answered: the task to search, and how its result becomes the answer.

    The answer depends on the task and on `variant` alone.
    """

    task: Task
    answer: Callable[[Any], BaseModel]
    variant: tuple[object, ...] = ()


class Operation(ContractRoute):
    """A route whose endpoint turns a validated request into a Plan.

    The endpoint has one parameter, a model of the query or of the body; an endpoint without
    parameters returns its answer.
    """

    def __init__(self, method: str, path: str, endpoint: Callable[..., Any], **said: Any) -> None:  # noqa: ANN401
        super().__init__(method, f"/v1/{path}", endpoint, **said)
        self.is_cacheable = method == "GET"
        self.validator = RequestValidator(self.model, in_body=not self.is_cacheable)
        self.app = self.serve

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        try:
            text = self.validator.read(scope)
            responder = scope["app"].responder
            response = responder.kept_response(self, text, scope) or await self.respond(
                text, scope, receive
            )
        except (ProblemError, EngineError) as error:
            response = self.problem(error).response()
        except SEARCH_ERRORS as error:
            response = search_problem(error).response()
        except ClientDisconnect:
            response = client_left()
        await response(scope, receive, send)

    async def respond(self, text: bytes, scope: Scope, receive: Receive) -> ASGIApp:
        """The response to one request, of which `text` is the query or the body."""
        response: ASGIApp = await scope["app"].responder.respond(self, text, scope, receive)
        return response

    def plan(self, request: BaseModel | None) -> Plan | BaseModel:
        """How a request is answered, or the answer of an operation that takes none.

        Raises EngineError for a position that is not legal.
        """
        found: Plan | BaseModel = self.endpoint(*(() if request is None else (request,)))
        return found

    def problem(self, error: ProblemError | EngineError) -> ProblemError:
        """What this operation answers to an error of its input."""
        if isinstance(error, ProblemError):
            return error
        return engine_problem(error, in_body=self.validator.in_body)

    def check_size(self, text: bytes) -> None:
        """Raise a ProblemError or EngineError for a body with more values than a request has."""

    async def validated(self, text: bytes) -> BaseModel | None:
        """The request in a query or a body; a large one is read in a thread, so that others run."""
        self.check_size(text)
        if len(text) <= LARGE:
            return self.validator.validate(text)
        return await asyncio.to_thread(self.validator.validate, text)
