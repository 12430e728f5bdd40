"""A route of the contract: what the document says of it stands beside what it does."""

from collections.abc import Callable
from typing import Any, get_type_hints

from pydantic import BaseModel
from starlette.routing import Route


class ContractRoute(Route):
    """A route from which the OpenAPI document is derived.

    The name of the endpoint is the operationId, its docstring the description. Of its parameters at
    most one is a model, that of the query or of the body. `answer` is the model of a 200; None if
    that is no JSON document.
    """

    def __init__(  # noqa: PLR0913  what the document says
        self,
        method: str,
        path: str,
        endpoint: Callable[..., Any],
        *,
        answer: type[BaseModel] | None,
        tag: str,
        summary: str,
    ) -> None:
        super().__init__(path, endpoint, methods=[method])
        self.method = method
        self.answer = answer
        self.tag = tag
        self.summary = summary
        self.model = _model_of(endpoint)


def _model_of(endpoint: Callable[..., Any]) -> type[BaseModel] | None:
    """The model of a query or a body that an endpoint takes."""
    parameters = (hint for name, hint in get_type_hints(endpoint).items() if name != "return")
    return next((hint for hint in parameters if issubclass(hint, BaseModel)), None)
