"""What each field of a body and each parameter of a query accepts.

They come from the contract, so that a new one is tested too. Boards, moves and positions have their
own tests.
"""

from typing import Any

import pytest
from jsonschema_rs import is_valid

from tests.api.support import BOARD, MARKER, assert_problem
from tests.asgi import Answer, Client
from tests.openapi.document import OPERATIONS, V1, as_query, resolved

TYPE, VALUE = "wrong_type", "wrong_value"
WITH_BOARD = {"board": BOARD}
BASES: dict[str, dict[str, object]] = {
    "/v1/analyses": {"positions": [WITH_BOARD]},
    "/v1/exam": {"side": "X", "moves": {}},
    "/v1/review": {"moves": [0, 4]},
    "/v1/review/stream": {"moves": [0, 4]},
}


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    [found] = [each for each in schema.get("anyOf", [schema]) if each != {"type": "null"}]
    return resolved(found)


def in_json(schema: dict[str, Any]) -> tuple[list[Any], list[tuple[Any, str]]]:
    """Values for a field, and others with the codes of their faults."""
    values = [*schema.get("enum", ()), "", "X", "o", "Z", "XO", MARKER, 5, 2.5, 1e300, 10**90]
    values += [True, False, [], ["X"], {}]
    for bound in (schema.get("minimum", 0), schema.get("maximum", 0)):
        values += [bound - 1, bound, float(bound), bound + 1, str(bound)]
    accepted = [value for value in values if is_valid(schema, value)]
    rejected = [value for value in values if not is_valid(schema, value)]
    has_type = {"type": schema["type"]}
    return accepted, [(each, VALUE if is_valid(has_type, each) else TYPE) for each in rejected]


def in_text(schema: dict[str, Any]) -> tuple[list[Any], list[tuple[Any, str]]]:
    """The same for a parameter."""
    match schema:
        case {"enum": [first, *_] as names}:
            return names, [(first.upper(), VALUE), (MARKER, VALUE)]
        case {"type": "integer", "minimum": low, "maximum": high}:
            outside = [(text, VALUE) for text in (low - 1, high + 1, "9" * 1000, "0" * 30)]
            signs = (f"{low}.0", f"+{low}", f" {low}", f"0_{low}", "1e3")
            others = [(text, TYPE) for text in (*signs, "three", "٣", "null", MARKER)]
            return [low, high], outside + others
        case {"type": "boolean"}:
            accepted = ["true", "false", "True", "False", "1", "0"]
            return accepted, [(text, TYPE) for text in ("TRUE", "2", "-1", "01", "no", MARKER)]
        case {"type": "string", "pattern": "^[XOxo]$"}:
            return ["X", "o"], [(text, VALUE) for text in ("Z", "null", "\0", "X\n", MARKER)]
    raise NotImplementedError(schema)


FIELDS = [
    pytest.param(path, model, name, id=f"{path} {name}")
    for method, path, operation in map(OPERATIONS.__getitem__, V1)
    if method == "post"
    for model in [operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]]
    for name, schema in resolved({"$ref": model})["properties"].items()
    if name != "board" and without_null(schema)["type"] not in {"array", "object"}
]
PARAMETERS = [
    pytest.param(path, parameter, id=f"{path} {parameter['name']}")
    for _, path, operation in map(OPERATIONS.__getitem__, V1)
    for parameter in operation.get("parameters", [])
    if parameter["in"] == "query" and parameter["name"] not in {"board", "moves"}
]


def base_of(path: str, name: str) -> dict[str, Any]:
    """Return the other fields of a request with this field, which may have none with a board."""
    if name in {"starting_side", "columns", "rows"} and path not in BASES:
        return {"moves": [], "max_depth": 1} if path == "/v1/trace" else {"moves": []}
    return BASES.get(path, WITH_BOARD)


def assert_accepted(answer: Answer) -> None:
    """Assert that a request matches its schema; the position may still be illegal."""
    assert answer.status == 200 or answer.json["code"] != "invalid_request", answer.request


@pytest.mark.parametrize(("path", "model", "name"), FIELDS)
def test_body_field_accepts_only_values_of_its_schema(
    client: Client, path: str, model: str, name: str
) -> None:
    schema, base = resolved({"$ref": model}), base_of(path, name)
    accepted, rejected = in_json(without_null(schema["properties"][name]))
    for value in accepted:
        assert_accepted(client.post(path, {**base, name: value}))
    if name in schema.get("required", ()):
        rejected.append((None, TYPE))
        missing = client.post(path, {key: base[key] for key in base if key != name})
        assert_problem(missing, 422, "invalid_request", ("missing", f"/{name}"))
    else:
        assert client.post(path, {**base, name: None}).body == client.post(path, base).body
    for value, code in rejected:
        answer = client.post(path, {**base, name: value})
        assert_problem(answer, 422, "invalid_request", (code, f"/{name}"))


@pytest.mark.parametrize(("path", "parameter"), PARAMETERS)
def test_query_parameter_accepts_only_texts_of_its_schema(
    client: Client, path: str, parameter: dict[str, Any]
) -> None:
    name = parameter["name"]
    accepted, rejected = in_text(resolved(parameter["schema"]))
    base = f"{path}?{as_query(base_of(path, name))}"
    for text in accepted:
        assert_accepted(client.get(f"{base}&{as_query({name: text})}"))
    empty, omitted = client.get(f"{base}&{name}="), client.get(base)
    # This fails for parameters that are not in a QueryModel.
    assert (empty.body, empty.headers.get("etag")) == (omitted.body, omitted.headers.get("etag"))
    for text, code in rejected:
        answer = client.get(f"{base}&{as_query({name: text})}")
        assert_problem(answer, 422, "invalid_request", (code, name))
    if name == "moves":
        return  # one parameter for each move: test_review.py
    repeated = client.get(f"{base}&{name}={accepted[0]}&{name}={accepted[0]}")
    assert_problem(repeated, 422, "invalid_request", ("repeated_parameter", name))
