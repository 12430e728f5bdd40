"""The least that FastAPI and uvicorn cost: a constant route, without middleware or access log.

`python -m benchmarks.bare PORT`
"""

import sys

import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.get("/livez")
async def livez() -> dict[str, str]:
    """A constant document."""
    return {"status": "ok"}


if __name__ == "__main__":
    port = int(sys.argv[1])
    uvicorn.run(app, port=port, loop="uvloop", http="httptools", access_log=False)
