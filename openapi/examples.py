"""Let the service compute the responses to the example requests, so that they stay up to date."""

import json
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

Json = dict[str, Any]
JSON: Final = "application/json"
# The requests by path.
REQUESTS: Final[Json] = json.loads(Path(__file__).with_name("examples.json").read_bytes())


async def add_examples(document: Json, app: FastAPI) -> None:
    """Add the example requests and their responses to each operation, under the same names."""
    async with app.router.lifespan_context(app):
        transport = ASGITransport(app)
        async with AsyncClient(transport=transport, base_url="http://noughts.example") as client:
            for path, item in document["paths"].items():
                for method, operation in item.items():
                    for name, example in requests_of(method, path).items():
                        response = await _send(client, method, path, example["value"])
                        try:
                            _add_response(operation, name, example, response)
                        except (KeyError, ValueError) as error:
                            reason = f"{method} {path} does not document its response"
                            got = f"{response.status_code} {response.text[:500]}"
                            raise ValueError(f"Example {name}: {reason}, {got}") from error
                        if response.is_success or response.json()["code"] != "invalid_request":
                            _add_request(operation, name, example)


def requests_of(method: str, path: str) -> Json:
    """Return the example requests of an operation.

    Only a body can have an array as its board. Tools combine the first value of every parameter, so
    the parameters of a board lack what contradicts it, and their first moves are none.
    """
    if path not in REQUESTS:
        raise ValueError(f"openapi/examples.json has no examples for {path}.")
    requests: Json = REQUESTS[path]
    has_board = any("board" in example["value"] for example in requests.values())
    return {
        name: example
        for name, example in requests.items()
        if method == "post"
        or (
            isinstance(example["value"].get("board", ""), str)
            and not (has_board and "starting_side" in example["value"])
        )
    }


async def _send(client: AsyncClient, method: str, path: str, request: Json) -> Response:
    if method == "post":
        return await client.post(path, json=request)
    return await client.get(path, params={name: as_text(value) for name, value in request.items()})


def as_text(value: object) -> str:
    """Return a string, a number, a boolean or a list of numbers, as written in a query."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":")).strip("[]")


def _add_response(operation: Json, name: str, example: Json, response: Response) -> None:
    media_type = response.headers["content-type"].partition(";")[0]
    content = operation["responses"][str(response.status_code)]["content"][media_type]
    value = response.text if media_type == "text/event-stream" else response.json()
    examples = content.setdefault("examples", {})
    examples[name] = {"summary": example["summary"], "value": value}


def _add_request(operation: Json, name: str, example: Json) -> None:
    """Add an example to the body, or each of its values to a parameter.

    The first example includes the defaults, because tools such as Postman send the first value of
    each parameter. It omits values that are false, which Postman misreads.
    """
    if "requestBody" in operation:
        operation["requestBody"]["content"][JSON].setdefault("examples", {})[name] = example
        return
    parameters = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
    values = example["value"]
    if not any("examples" in each for each in parameters):
        values = {each["name"]: each["schema"].get("default") for each in parameters} | values
    for parameter in parameters:
        if (value := values.get(parameter["name"])) not in (None, False):
            shown = {"summary": example["summary"], "value": value}
            parameter.setdefault("examples", {})[name] = shown
