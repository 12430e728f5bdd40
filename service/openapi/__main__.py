"""Prints the contract as it is committed: `python -m service.openapi > openapi/openapi.json`."""

import json
import sys

from service.app import create_app
from service.settings import Settings


def contract_text() -> str:
    """The contract with default settings, indented, with a final newline."""
    document = create_app(Settings.model_construct()).openapi()
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(contract_text())
