"""The OpenAPI document: what FastAPI derives from the routes, completed.

FastAPI knows paths, parameters and schemas. Added here: every status that an operation can answer
with, headers, worked examples and links.
"""

from collections.abc import Iterable, Iterator
from inspect import Parameter, Signature, getdoc
from typing import Annotated, Any, Final

from fastapi import Query
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from service import __version__
from service.api.batch_operation import LINES
from service.api.contract_route import ContractRoute
from service.api.events import MEDIA_TYPE as EVENT_STREAM
from service.api.levels import levels
from service.api.request_reading import no_query
from service.openapi.answers import answer_of
from service.openapi.description import DESCRIPTION, TAGS
from service.openapi.examples import EXAMPLES, Example
from service.openapi.problem_responses import (
    ANY_REQUEST,
    HEADERS,
    IF_NONE_MATCH,
    REF,
    WITH_BODY,
    header_references,
    problem_response,
    references,
    shared_responses,
)
from service.openapi.tidy import limit_nodes, tidied
from service.schemas.analyses import AnalysisItem
from service.schemas.problems import Problem, ProblemCode
from service.schemas.progress import AnalysisEvent, Progress, ReviewEvent, ReviewProgress
from service.schemas.responses import Health

Json = dict[str, Any]

LEVELS: Final = "levels"
STREAMS: Final = {"analysis/stream": "AnalysisEvent", "review/stream": "ReviewEvent"}
BATCH: Final = "analyses"
EXAM: Final = "exam"
LINES_SCHEMA: Final = {"type": "string", "description": "An AnalysisResult as JSON on each line."}


def build(routes: Iterable[ContractRoute], max_nodes: int) -> Json:
    """The document, the same in every process; `max_nodes` is the limit of the operator."""
    document: Json = get_openapi(
        title="Noughts",
        version=__version__,
        openapi_version="3.1.0",
        summary="A perfect player for tic-tac-toe and its family",
        description=DESCRIPTION,
        routes=[_derived(route) for route in routes],
        tags=TAGS,
        servers=[{"url": "/", "description": "The service that serves this document"}],
        contact={"name": "The Noughts contributors"},
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    schemas = document["components"]["schemas"]
    for generated in ("HTTPValidationError", "ValidationError"):
        schemas.pop(generated)
    schemas |= _more_schemas()
    document["components"]["headers"] = HEADERS
    document["components"]["responses"] = shared_responses()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            _complete(operation, method, path)
    document["security"] = []
    limit_nodes(document, max_nodes)
    completed: Json = tidied(document)
    return completed


def _derived(route: ContractRoute) -> APIRoute:
    """A route that FastAPI can derive the same operation from; it is never called."""

    def endpoint() -> None: ...

    model = Annotated[route.model, Query()] if route.method == "GET" else route.model
    taken = [Parameter("request", Parameter.KEYWORD_ONLY, annotation=model)] if route.model else []
    vars(endpoint)["__signature__"] = Signature(taken)
    return APIRoute(
        route.path,
        endpoint,
        methods=[route.method],
        operation_id=route.name,
        response_model=route.answer,
        tags=[route.tag],
        summary=route.summary,
        description=getdoc(route.endpoint),
    )


def _complete(operation: Json, method: str, path: str) -> None:
    """Add to an operation what FastAPI does not know."""
    in_body = method == "post"
    responses = operation["responses"]
    responses.pop("422", None)
    responses["200"]["description"] = "The answer."
    responses["200"]["headers"] = header_references("X-Request-ID")
    responses |= references(_codes(path, in_body=in_body))
    if path.endswith(LEVELS):
        _complete_levels(operation)
    elif path.startswith("/v1/"):
        _complete_v1(operation, path.removeprefix("/v1/"), in_body=in_body)
    else:
        healthy = Health(status="ok", version=__version__).model_dump()
        responses["200"]["content"]["application/json"]["examples"] = {"ok": {"value": healthy}}
    operation["responses"] = dict(sorted(responses.items()))


def _codes(path: str, *, in_body: bool) -> Iterator[ProblemCode]:
    """The problems of an operation that have nothing to do with its input."""
    yield from ANY_REQUEST
    if in_body:
        yield from WITH_BODY
    if path.startswith("/v1/"):
        yield ProblemCode.RATE_LIMITED
    yield ProblemCode.OVERLOADED if path.startswith("/v1/") else ProblemCode.NOT_READY


def _complete_v1(operation: Json, name: str, *, in_body: bool) -> None:
    """Add examples, links and what caches need to an operation under /v1."""
    examples = [example for example in EXAMPLES[name] if in_body or example.fits_query]
    responses = operation["responses"]
    responses["422"] = problem_response("The request is understood and cannot be answered.")
    if name in STREAMS:
        schema = _stream_schema(STREAMS[name])
        responses["200"]["content"] = {EVENT_STREAM: {"schema": schema}}
    for example in examples:
        status, answer = answer_of(name, example, in_body=in_body)
        [content] = responses[str(status)]["content"].values()
        content.setdefault("examples", {})[example.name] = _example(example, answer)
    if in_body:
        [content] = operation["requestBody"]["content"].values()
        content["examples"] = {
            example.name: _example(example, example.request) for example in examples
        }
    else:
        for parameter in operation["parameters"]:
            parameter["schema"] = _without_null(parameter["schema"])
            parameter["examples"] = dict(_parameter_examples(parameter["name"], examples))
    if name == BATCH:
        responses["200"]["content"][LINES] = {"schema": LINES_SCHEMA}
    elif name not in STREAMS:
        if name != EXAM:  # its answer holds no position to go on from
            responses["200"]["links"] = _links()
        if not in_body:
            _complete_for_caches(operation)


def _stream_schema(event: str) -> Json:
    """The schema of a stream of these events."""
    text = {"type": "string", "description": "The events as they go over the wire."}
    return {"anyOf": [text, {"$ref": REF.format(model=event)}]}


def _complete_levels(operation: Json) -> None:
    """Add the examples of the operation that asks nothing."""
    responses = operation["responses"]
    content = responses["200"]["content"]["application/json"]
    content["examples"] = {"all_levels": {"value": levels().model_dump(mode="json")}}
    responses["422"] = problem_response("There is nothing to ask for.", a_parameter=no_query())
    _complete_for_caches(operation)


def _complete_for_caches(operation: Json) -> None:
    """Add what lets a cache keep the answer."""
    operation.setdefault("parameters", []).append(IF_NONE_MATCH)
    responses = operation["responses"]
    responses |= references([ProblemCode.PRECONDITION_FAILED])
    responses["200"]["headers"] |= header_references("ETag", "Cache-Control")
    responses["304"] = {
        "description": "The client holds the current answer.",
        "headers": header_references("ETag", "Cache-Control", "X-Request-ID"),
    }


def _without_null(schema: Json) -> Json:
    """The schema of a parameter that may be left out, but has no way to be null."""
    [schema] = [one for one in schema.get("anyOf", [schema]) if one != {"type": "null"}]
    return schema


def _parameter_examples(name: str, examples: list[Example]) -> Iterator[tuple[str, Json]]:
    for example in examples:
        if name in example.request:
            yield example.name, _example(example, example.request[name])


def _example(example: Example, value: object) -> Json:
    return {"summary": example.summary, "value": value}


def _links() -> Json:
    """From the position of an answer to the operations on it."""
    position = {
        "board": "$response.body#/position/notation",
        **{
            name: f"$response.body#/position/{name}"
            for name in ("side_to_move", "in_a_row", "misere")
        },
    }
    return {
        target: {
            "operationId": target,
            "description": "Go on from the position of this answer.",
            "parameters": position,
        }
        for target in ("get_analysis", "get_best_move")
    }


def _more_schemas() -> Json:
    answers: tuple[type[BaseModel], ...] = (
        Problem,
        AnalysisEvent,
        Progress,
        ReviewEvent,
        ReviewProgress,
    )
    _, schema = models_json_schema(
        [(AnalysisItem, "validation"), *((answer, "serialization") for answer in answers)],
        ref_template=REF,
    )
    definitions: Json = schema["$defs"]
    return definitions
