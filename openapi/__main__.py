"""Write both forms of the contract: `python -m openapi`."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from openapi.document import Json, contract
from openapi.openapi_30 import openapi_30
from service.engine.search.compiled.interface import search_name

ROOT: Final = Path(__file__).parents[1]


def generated() -> dict[Path, str]:
    """Return the texts of the documents."""
    document = asyncio.run(contract())
    documents = {"openapi.json": document, "openapi-3.0.json": openapi_30(document)}
    return {ROOT / "openapi" / name: _text(each) for name, each in documents.items()}


def _text(document: Json) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if search_name() != "compiled":  # The examples have its node counts.
        sys.exit("The search is not compiled. Run make setup.")
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
