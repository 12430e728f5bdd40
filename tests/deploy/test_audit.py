"""The audit fails if a package has a vulnerability or was not audited."""

import json
import runpy
from typing import Any

import pytest

from tests.live import ROOT

judge = runpy.run_path(str(ROOT / ".ci" / "audit.py"))["judge"]

SOUND = {"name": "sound", "version": "1.0", "vulns": []}
FAULTY = {"name": "faulty", "version": "1.0", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
UNKNOWN = {"name": "unknown", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "code", "lines"),
    [
        ([SOUND, SOUND], 0, ["2 packages, no known vulnerabilities."]),
        ([SOUND, FAULTY], 1, ["faulty 1.0: PYSEC-1, PYSEC-2"]),
        ([FAULTY, UNKNOWN], 1, ["faulty 1.0: PYSEC-1, PYSEC-2", "unknown: not audited"]),
        ([SOUND, UNKNOWN], 1, ["unknown: not audited"]),
    ],
)
def test_vulnerable_or_unknown_packages_fail_the_audit(
    packages: list[dict[str, Any]], code: int, lines: list[str]
) -> None:
    assert judge(json.dumps({"dependencies": packages})) == (code, lines)


@pytest.mark.parametrize("report", ["", json.dumps({"dependencies": [UNKNOWN, UNKNOWN]})])
def test_report_without_audited_packages_is_no_audit(report: str) -> None:
    code, [line] = judge(report)
    assert code == 75
    assert line.startswith("No audit")
