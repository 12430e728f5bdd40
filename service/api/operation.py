"""An operation of the API: reads a request, validates it, and answers it or raises a problem.

It is also a route of FastAPI, which derives the document from the same declaration. Requests do
not pass through FastAPI's own handling of them.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

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


class Operation(APIRoute):
    """A route whose endpoint turns a validated request into a Plan.

    The endpoint has one parameter, a model of the query or of the body; an endpoint without
    parameters returns its answer.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:  # noqa: ANN401
        super().__init__(path, endpoint, **options)
        self.is_cacheable = "GET" in (self.methods or ())
        self.validator = RequestValidator(self._model(), in_body=not self.is_cacheable)
        self.app = self.serve

    def _model(self) -> type[BaseModel] | None:
        """The model that the query or the body is read into."""
        fields = [self.body_field] if self.body_field else self.dependant.query_params
        models = [field.field_info.annotation for field in fields]
        return cast("type[BaseModel]", models[0]) if models else None

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        try:
            text = self.validator.read(scope)
            responder = scope["app"].state.responder
            response = responder.kept_response(self, text, scope) or await self.respond(
                text, scope, receive
            )
        except ProblemError as error:
            response = error.response()
        except EngineError as error:
            response = engine_problem(error, in_body=self.validator.in_body).response()
        except SEARCH_ERRORS as error:
            response = search_problem(error).response()
        except ClientDisconnect:
            response = client_left()
        await response(scope, receive, send)

    async def respond(self, text: bytes, scope: Scope, receive: Receive) -> ASGIApp:
        """The response to one request, of which `text` is the query or the body."""
        response: ASGIApp = await scope["app"].state.responder.respond(self, text, scope, receive)
        return response

    def check_size(self, text: bytes) -> None:
        """Raise a ProblemError or EngineError for a body with more values than a request has."""

    async def validated(self, text: bytes) -> BaseModel | None:
        """The request in a query or a body; a large one is read in a thread, so that others run."""
        self.check_size(text)
        if len(text) <= LARGE:
            return self.validator.validate(text)
        return await asyncio.to_thread(self.validator.validate, text)
