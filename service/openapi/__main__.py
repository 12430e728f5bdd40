"""Writes both forms of the contract, as they are committed: `python -m service.openapi`."""

import json
from pathlib import Path
from typing import Final

from service.app import create_app
from service.openapi.answers import Json
from service.openapi.openapi_30 import openapi_30
from service.settings import Settings

FOLDER: Final = Path(__file__).parents[2] / "openapi"
# Tools that import the 3.0.3 form have no other way to know where the service is.
LOCAL: Final = [{"url": "http://127.0.0.1:8000", "description": "A local service"}]


def contracts() -> dict[str, str]:
    """The texts of the files: the contract with default settings, indented."""
    document = create_app(Settings.model_construct()).openapi()
    return {
        "openapi.json": _text(document),
        "openapi-3.0.json": _text(openapi_30(document) | {"servers": LOCAL}),
    }


def _text(document: Json) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in contracts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
