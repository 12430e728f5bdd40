"""Operations declared as in FastAPI's documentation get the same treatment as ours."""

from enum import StrEnum
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Header, Query
from pydantic import BaseModel, Field

from service.api.strict_json import StrictRoute
from tests.api.support import MARKER, assert_problem, post_text
from tests.asgi import Answer, Client, Clients


class Color(StrEnum):
    """A choice."""

    RED = "red"
    BLUE = "blue"


class Item(BaseModel):
    """A body without our base class."""

    count: int
    sizes: list[int] = Field(default_factory=list)


router = APIRouter(prefix="/x", route_class=StrictRoute)


@router.get("/plain/{number}")
async def plain(  # noqa: PLR0913, PLR0917
    number: int,
    board: Annotated[str, Query(min_length=3)],
    many: Annotated[list[int], Query(default_factory=list)],
    n: int = 3,
    color: Color = Color.RED,
    x_size: Annotated[int, Header()] = 1,
) -> dict[str, Any]:
    return {"all": [number, board, n, color, many, x_size]}


@router.post("/body")
async def body(item: Item, n: int = 3) -> int:
    return item.count * n


@router.post("/list")
async def array(items: list[int]) -> int:
    return sum(items)


@router.get("/nothing")
async def nothing() -> int:
    return 0


@pytest.fixture(scope="module")
def client(runner: Any) -> Any:  # noqa: ANN401
    clients = Clients(runner)
    client = clients()
    client.app.include_router(router)
    yield client
    clients.close()


PLAIN = "plain/1?board=abc"
# Faults with their code, place and message, by a query or by a path and its body.
FAULTS: dict[str | tuple[str, str], str] = {
    "plain/1": "missing board: board is required.",
    f"plain/{MARKER}?board=abc": "wrong_value number: number must be a valid integer.",
    "plain/1?board=a": "wrong_value board: board must have at least 3 characters.",
    f"{PLAIN}&n={MARKER}": "wrong_value n: n must be a valid integer.",
    f"{PLAIN}&color={MARKER}": "wrong_value color: color must be 'red' or 'blue'.",
    f"{PLAIN}&many=1&many={MARKER}": "wrong_value many: "
    "The item at index 1 of many must be a valid integer.",
    f"{PLAIN}&n=1&n=2": "repeated_parameter n: n must be sent only once.",
    f"{PLAIN}&{MARKER}=1": "unknown_parameter : The request has an unknown parameter; "
    "use only board, many, n and color.",
    "nothing?_=1": "unknown_parameter _: The unknown parameter `_` is jQuery's; "
    "leave out its setting `cache: false`.",
    "nothing?a=1": "unknown_parameter a: This operation takes no query parameters; "
    "remove the query.",
    ("body", "{}"): "missing /count: count is required.",
    ("body", f'{{"count": "{MARKER}"}}'): "wrong_value /count: count must be a valid integer.",
    ("body", '{"count": 1, "sizes": [1, {}]}'): "wrong_type /sizes/1: "
    "The item at index 1 of sizes must be a valid integer, not an object.",
    ("list", '{"a": 1}'): "wrong_type : The body must be an array, not an object.",
    ("list", '[1, "x"]'): "wrong_value /1: "
    "The item at index 1 of the body must be a valid integer.",
}


def assert_fault(answer: Answer, expected: str) -> None:
    """Assert that the problem has one fault, with this code, place and message."""
    fault, _, message = expected.partition(": ")
    code, _, place = fault.partition(" ")
    assert_problem(answer, 422, "invalid_request", (code, place))
    assert answer.json["detail"] == message


@pytest.mark.parametrize(("request_", "expected"), FAULTS.items())
def test_invalid_parameter_or_body_is_a_fault(
    client: Client, request_: str | tuple[str, str], expected: str
) -> None:
    if isinstance(request_, str):
        answer = client.get(f"/x/{request_}")
    else:
        answer = post_text(client, f"/x/{request_[0]}", request_[1])
    assert_fault(answer, expected)


def test_parameters_and_headers_are_read(client: Client) -> None:
    found = client.get(f"/x/{PLAIN}&n=4&many=5&many=6", x_size="7").expect(200)
    assert found.json == {"all": [1, "abc", 4, "red", [5, 6], 7]}
    answer = client.get(f"/x/{PLAIN}", x_size=MARKER)
    assert_fault(answer, "wrong_value x-size: x-size must be a valid integer.")
    assert post_text(client, "/x/body?n=4", '{"count": 2}').expect(200).json == 8
    answer = post_text(client, "/x/body?m=4", '{"count": 2}')
    assert_problem(answer, 422, "invalid_request", ("unknown_parameter", "m"))
