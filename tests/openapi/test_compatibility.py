"""What clients of the last release rely on is still in the contract."""

import json

from tests.openapi.compatibility import removed
from tests.openapi.document import DOCUMENT, TEXT


def test_nothing_is_removed() -> None:
    assert removed(DOCUMENT) == []


def test_what_is_removed_is_found() -> None:
    changed = json.loads(TEXT)
    schemas = changed["components"]["schemas"]
    schemas["Analysis"]["required"].remove("best_move")
    schemas["AnalysisRequest"]["required"].append("in_a_row")
    schemas["Level"]["enum"].remove("hard")
    del changed["paths"]["/v1/exam"]
    assert {
        "Analysis.best_move required",
        "AnalysisRequest.in_a_row optional",
        "Level = hard",
        "post_exam: POST /v1/exam",
    } <= set(removed(changed))
