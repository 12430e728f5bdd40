"""Every operation of the contract is a FastAPI route, whose own endpoint runs."""

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from service.api.dependencies import Solver, get_solver
from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.board.position import Mark
from service.engine.tasks import (
    AnalysisTask,
    ExamTask,
    GameTreeTask,
    Result,
    ReviewTask,
    Task,
    TraceTask,
)
from service.engine.textbook.search import Question
from tests.asgi import Answer, Client
from tests.clients import Clients
from tests.openapi.document import EXAMPLES, OPERATIONS, V1, request_of, send

OTHER = read_position("XOX/XOO/O.X")  # its only move is legal in the first example
OTHERS: dict[type, Task] = {
    type(task): task
    for task in (
        AnalysisTask(OTHER, 1_000),
        GameTreeTask(OTHER),
        ReviewTask(OTHER, (7,), 1_000),
        TraceTask(Question(OTHER)),
        ExamTask(OTHER, Mark.X, "{}"),
    )
}


class OtherSearches:
    """Searches with the results of other positions."""

    def run_at_once(self, task: Task) -> Result:
        """The result of another task of this kind."""
        return OTHERS[type(task)].run()

    async def search(
        self, task: Task, _: str, on_progress: Callable[[Progress], None] = lambda _: None
    ) -> Result:
        """The same, with reports."""
        return OTHERS[type(task)].run(on_progress)


async def other_solver(request: Request) -> Solver:
    """A solver that does not search what was requested."""
    solver = Solver(request)
    solver.searches = OtherSearches()  # type: ignore[assignment]
    return solver


def route_of(app: FastAPI, operation_id: str) -> RouteContext:
    """The only route with the method and the path of an operation."""
    method, path, _ = OPERATIONS[operation_id]
    [found] = [
        each
        for each in iter_route_contexts(app.routes)
        if each.path == path and method.upper() in (each.methods or ())
    ]
    return found


def first_request(operation_id: str) -> dict[str, Any]:
    """The first example of an operation whose response is 200."""
    names = (name for each, status, name in EXAMPLES if (each, status) == (operation_id, "200"))
    return request_of(operation_id, next(names)) if operation_id in V1 else {}


def send_profiled(client: Client, operation_id: str) -> tuple[Answer, set[CodeType]]:
    """The response to an example, and the code of all functions that ran."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, _: str, __: object) -> None:
        codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        answer = send(client, operation_id, first_request(operation_id))
    finally:
        sys.setprofile(None)
    return answer, codes


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_endpoint_of_an_operation_runs_when_it_is_requested(
    new_client: Clients, operation_id: str
) -> None:
    client = new_client()
    client.app.state.ready = True
    route = route_of(client.app, operation_id)
    assert isinstance(route.original_route, APIRoute)
    assert route.endpoint
    assert route.endpoint.__name__ == operation_id
    answer, codes = send_profiled(client, operation_id)
    answer.expect(200)
    assert route.endpoint.__code__ in codes


@pytest.mark.parametrize("operation_id", V1)
def test_override_of_the_solver_changes_the_response(
    new_client: Clients, operation_id: str
) -> None:
    """Except that of the levels, which are not searched."""
    usual = send(new_client(), operation_id, first_request(operation_id)).expect(200)
    client = new_client()
    client.app.dependency_overrides[get_solver] = other_solver
    other = send(client, operation_id, first_request(operation_id)).expect(200)
    assert (other.body == usual.body) is (operation_id == "get_levels")
