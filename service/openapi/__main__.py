"""Prints the contract.

`python -m service.openapi > openapi/openapi.json` writes it as it is committed; with a number it is
the document that a service with this limit of nodes serves.
"""

import json
import sys

from service.api.contract_route import ContractRoute
from service.app import create_app
from service.openapi.document import Json, build
from service.settings import Settings

DEFAULTS = Settings.model_construct()


def contract_text() -> str:
    """The contract as it is committed: with default settings, indented, with a final newline."""
    return json.dumps(_document(DEFAULTS.max_nodes), indent=2, ensure_ascii=False) + "\n"


def served_text(max_nodes: int) -> str:
    """The contract as it is served, in one line."""
    return json.dumps(_document(max_nodes), ensure_ascii=False, separators=(",", ":"))


def _document(max_nodes: int) -> Json:
    routes = [each for each in create_app(DEFAULTS).routes if isinstance(each, ContractRoute)]
    return build(routes, max_nodes)


if __name__ == "__main__":
    sys.stdout.write(served_text(int(sys.argv[1])) if sys.argv[1:] else contract_text())
