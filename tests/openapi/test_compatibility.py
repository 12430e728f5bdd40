"""A contract that breaks clients of the last release is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.openapi.compatibility import removed
from tests.openapi.document import DOCUMENT, TEXT

Schemas = dict[str, dict[str, Any]]


def test_nothing_is_removed() -> None:
    assert removed(DOCUMENT) == []


BREAKING: dict[str, Callable[[Schemas], object]] = {
    "Analysis.best_move required": lambda schemas: schemas["Analysis"]["required"].remove(
        "best_move"
    ),
    "Analysis.best_move: null": lambda schemas: schemas["Analysis"]["properties"][
        "best_move"
    ].update(anyOf=[{"type": "integer"}]),
    "AnalysisRequest.in_a_row optional": lambda schemas: schemas["AnalysisRequest"][
        "required"
    ].append("in_a_row"),
    "BestMove.level: Level": lambda schemas: schemas["LevelName"]["x-extensible-enum"].remove(
        "hard"
    ),
    "Exam.verdict: ExamVerdict": lambda schemas: schemas["Exam"]["properties"].update(
        verdict={"type": "string"}
    ),
    "Level = hard": lambda schemas: schemas["Level"]["enum"].remove("hard"),
    "Position.cells[]: null": lambda schemas: schemas["Position"]["properties"]["cells"].update(
        items={"type": "string"}
    ),
    "Reason = fork": lambda schemas: schemas["Reason"]["x-extensible-enum"].remove("fork"),
    "Verdict: string": lambda schemas: schemas["Verdict"].update(type="integer"),
    "Problem.code required": lambda schemas: schemas["Problem"]["properties"].pop("code"),
}


@pytest.mark.parametrize("fact", BREAKING)
def test_breaking_changes_of_schemas_are_found(fact: str) -> None:
    changed = json.loads(TEXT)
    BREAKING[fact](changed["components"]["schemas"])
    assert fact in removed(changed)


def test_breaking_changes_of_operations_are_found() -> None:
    changed = json.loads(TEXT)
    analysis = changed["paths"].pop("/v1/analysis")["get"]
    assert "get_analysis: GET /v1/analysis" in removed(changed)
    changed["paths"]["/v1/analysis"] = {"get": analysis}
    del analysis["responses"]["304"]
    analysis["parameters"][1]["required"] = True
    assert {"get_analysis 304", "get_analysis query side_to_move optional"} <= set(removed(changed))
