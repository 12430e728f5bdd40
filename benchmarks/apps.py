"""What a framework takes alone, beside which the service is measured.

Served by uvicorn with uvloop and httptools, without middleware, access log, metrics, request ids,
CORS or limits.
"""

import sys
from typing import Final

import uvicorn
from fastapi import FastAPI, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from service.engine.budget import DEFAULT_NODES
from service.engine.search.analyze import analyze
from service.schemas.conversion import from_analysis, to_position
from service.schemas.requests import AnalysisRequest
from service.schemas.responses import Analysis

JSON: Final = "application/json"


def bare() -> ASGIApp:
    """Constant bytes, without any framework."""
    body = _empty_board().model_dump_json().encode()
    headers = [(b"content-length", b"%d" % len(body)), (b"content-type", JSON.encode())]

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    return app


def framework() -> ASGIApp:
    """FastAPI: constant bytes at /constant, and a model in and a model out at /default."""
    app = FastAPI(openapi_url=None)
    answer = _empty_board()
    body = answer.model_dump_json().encode()

    @app.get("/constant")
    async def constant() -> Response:
        return Response(body, media_type=JSON)

    @app.post("/default")
    async def default(body: AnalysisRequest) -> Analysis:  # noqa: ARG001
        return answer

    return app


APPS: Final = {"bare": bare, "framework": framework}


def _empty_board() -> Analysis:
    position = to_position(AnalysisRequest(board="........."))
    return from_analysis(analyze(position, DEFAULT_NODES))


def main() -> None:
    """Serve the app that the command line names, on the port that it names."""
    name, port = sys.argv[1:]
    uvicorn.run(APPS[name](), port=int(port), log_level="warning", access_log=False, lifespan="off")


if __name__ == "__main__":
    main()
