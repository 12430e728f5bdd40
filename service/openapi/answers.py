"""The responses to the example requests: computed by the routes, so they cannot go stale."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import FastAPI
from starlette.types import Message

from service.api.documentation import query_examples
from service.engine.analysis import Progress
from service.engine.tasks import Result, Task
from service.middleware.limits import replaying
from service.problems.handlers import HANDLERS
from service.search_pool.search import Finding
from service.settings import Settings

Json = dict[str, Any]
JSON: Final = "application/json"


class InlineSearches:
    """Runs searches in the current thread, however long they take."""

    def find(self, task: Task) -> Finding:
        """Return the finding of a task."""
        reports: list[Progress] = []
        return Finding(reports, task.run(None if task.is_instantaneous else reports.append))

    async def run(self, task: Task, _: str) -> Result:
        """Return the result of a task."""
        return self.find(task).result


def add_answers(document: Json, app: FastAPI) -> None:
    """Add the response to each example request of a document to its operation."""
    examples_app = FastAPI(exception_handlers=HANDLERS)
    examples_app.include_router(app.router)
    examples_app.state.settings = Settings.model_construct()
    examples_app.state.searches = InlineSearches()
    examples_app.state.batches = app.state.batches
    with ThreadPoolExecutor(1) as thread:  # the caller may be running an event loop
        thread.submit(asyncio.run, _add_answers(document, examples_app)).result()


async def _add_answers(document: Json, app: FastAPI) -> None:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            sent = operation.get("requestBody")
            examples = sent["content"][JSON]["examples"] if sent else query_examples(path)
            for name, example in examples.items():
                status, body = await _respond(app, method.upper(), path, example["value"])
                content = operation["responses"][str(status)]["content"]
                media_type = next(iter(content))
                value = body.decode() if media_type == "text/event-stream" else json.loads(body)
                shown = {"summary": example["summary"], "value": value}
                content[media_type].setdefault("examples", {})[name] = shown


def _text(value: object) -> str:
    """A value of a query: a string, a number, a boolean, or a list of numbers."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":")).strip("[]")


async def _respond(app: FastAPI, method: str, path: str, request: Json) -> tuple[int, bytes]:
    query = urlencode({name: _text(value) for name, value in request.items()})
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode() if method == "GET" else b"",
        "headers": [(b"content-type", JSON.encode())],
        "state": {name: app.state[name] for name in app.state},
    }
    body = {"type": "http.request", "body": json.dumps(request).encode()}
    receive = replaying([body], asyncio.Future)  # the client stays
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)
