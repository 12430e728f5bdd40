"""Every operation of the contract is a FastAPI route, whose own endpoint runs."""

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, get_args, get_type_hints

import pytest
from fastapi.params import Depends
from fastapi.routing import APIRoute, iter_route_contexts

from service.api.dependencies import ClientSearches, get_searches
from service.problems.errors import ProblemError
from tests.api.support import assert_problem
from tests.clients import Clients
from tests.openapi.document import EXAMPLES, OPERATIONS, V1, request_of, send


def first_request(operation_id: str) -> dict[str, Any]:
    """The first example of an operation whose response is 200."""
    names = (name for each, status, name in EXAMPLES if (each, status) == (operation_id, "200"))
    return request_of(operation_id, next(names)) if operation_id in V1 else {}


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_endpoint_of_an_operation_runs_when_it_is_requested(
    new_client: Clients, operation_id: str
) -> None:
    client, (method, path, _) = new_client(), OPERATIONS[operation_id]
    client.app.state.readiness.is_accepting = True
    [route] = [
        each
        for each in iter_route_contexts(client.app.routes)
        if each.path == path and method.upper() in (each.methods or ())
    ]
    assert isinstance(route.original_route, APIRoute)
    assert route.endpoint
    assert route.endpoint.__name__ == operation_id
    ran: set[CodeType] = set()

    def note(frame: FrameType, _: str, __: object) -> None:
        ran.add(frame.f_code)

    sys.setprofile(note)
    try:
        answer = send(client, operation_id, first_request(operation_id))
    finally:
        sys.setprofile(None)
    answer.expect(503 if operation_id == "readyz" else 200)  # This application has no workers.
    assert route.endpoint.__code__ in ran


def depends_on_searches(function: Callable[..., Any]) -> bool:
    """Whether a path operation, or one of its dependencies, has searches."""
    hints = get_type_hints(function, include_extras=True).values()
    dependencies = [
        each.dependency
        for hint in hints
        for each in get_args(hint)
        if isinstance(each, Depends) and each.dependency
    ]
    return get_searches in dependencies or any(map(depends_on_searches, dependencies))


@pytest.mark.parametrize("operation_id", V1)
def test_override_of_the_searches_changes_the_responses_that_need_a_search(
    new_client: Clients, operation_id: str
) -> None:
    async def no_searches() -> ClientSearches:
        raise ProblemError("overloaded")

    client = new_client()
    client.app.dependency_overrides[get_searches] = no_searches
    answer = send(client, operation_id, first_request(operation_id))
    routes = [each.original_route for each in iter_route_contexts(client.app.routes)]
    operations = [each for each in routes if isinstance(each, APIRoute)]
    [endpoint] = [each.endpoint for each in operations if each.name == operation_id]
    if depends_on_searches(endpoint):
        assert_problem(answer, 503, "overloaded")
    else:
        answer.expect(200)
