"""The least that FastAPI and uvicorn cost: two constant routes, without middleware or access log.

`python -m benchmarks.bare PORT`
"""

import sys

import uvicorn
from fastapi import FastAPI, Response

SIZE = 1_900  # bytes, about as many as an analysis of 3x3 has

app = FastAPI()


@app.get("/livez")
async def livez() -> dict[str, str]:
    """A constant document."""
    return {"status": "ok"}


@app.get("/constant")
async def constant() -> Response:
    """Constant bytes."""
    return Response(b"{}".ljust(SIZE), media_type="application/json")


if __name__ == "__main__":
    port = int(sys.argv[1])
    uvicorn.run(app, port=port, loop="uvloop", http="httptools", access_log=False)
