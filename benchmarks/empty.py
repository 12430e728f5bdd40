"""FastAPI with one route and nothing else, beside which the service starts."""

import sys

import uvicorn
from fastapi import FastAPI

app = FastAPI()


@app.get("/livez")
async def livez() -> dict[str, str]:
    """Answer."""
    return {"status": "ok"}


if __name__ == "__main__":
    uvicorn.run(app, port=int(sys.argv[1]), log_level="warning")
