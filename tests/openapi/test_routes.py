"""Every operation of the contract is a FastAPI route, whose own endpoint runs."""

import sys
from types import CodeType, FrameType
from typing import Any

import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from service.api.dependencies import Solver, get_solver
from service.problems.errors import ProblemError
from tests.api.support import assert_problem
from tests.clients import Clients
from tests.openapi.document import EXAMPLES, OPERATIONS, V1, request_of, send


def first_request(operation_id: str) -> dict[str, Any]:
    """The first example of an operation whose response is 200."""
    names = (name for each, status, name in EXAMPLES if (each, status) == (operation_id, "200"))
    return request_of(operation_id, next(names)) if operation_id in V1 else {}


def test_contract_has_the_operations_of_the_application(new_client: Clients) -> None:
    names = [
        str(each.name)
        for each in iter_route_contexts(new_client().app.routes)
        if isinstance(each.original_route, APIRoute) and each.include_in_schema
    ]
    assert sorted(names) == sorted(OPERATIONS)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_endpoint_of_an_operation_runs_when_it_is_requested(
    new_client: Clients, operation_id: str
) -> None:
    client, (method, path, _) = new_client(), OPERATIONS[operation_id]
    client.app.state.ready = True
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
    answer.expect(200)
    assert route.endpoint.__code__ in ran


@pytest.mark.parametrize("operation_id", V1)
def test_override_of_the_solver_changes_the_responses_that_need_a_search(
    new_client: Clients, operation_id: str
) -> None:
    async def no_solver() -> Solver:
        raise ProblemError("overloaded")

    client = new_client()
    client.app.dependency_overrides[get_solver] = no_solver
    answer = send(client, operation_id, first_request(operation_id))
    if operation_id == "get_levels":
        answer.expect(200)
    else:
        assert_problem(answer, 503, "overloaded")
