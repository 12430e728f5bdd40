"""Check the locked runtime dependencies for known vulnerabilities.

The exit code is 1 if there are any, and 75 if the vulnerability database cannot be reached.
"""

import json
import subprocess
import sys
from pathlib import Path

UNREACHABLE = 75  # EX_TEMPFAIL of sysexits.h
COMMAND = [
    str(Path(sys.executable).with_name("pip-audit")),
    *("--requirement", "requirements.txt", "--require-hashes", "--disable-pip"),
    *("--format", "json", "--progress-spinner", "off"),
]


def judge(report: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines to print for a report of pip-audit."""
    if not report.strip():
        return UNREACHABLE, ["No audit. The vulnerability database did not respond."]
    packages = json.loads(report)["dependencies"]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if len(unknown) == len(packages):
        return UNREACHABLE, ["No audit. The vulnerability database contains none of the packages."]
    found = [
        f"{package['name']} {package['version']}: {', '.join(each['id'] for each in faults)}"
        for package in packages
        if (faults := package.get("vulns", []))
    ]
    found += [f"{name}: not audited" for name in unknown]
    return (1, found) if found else (0, [f"{len(packages)} packages, no known vulnerabilities."])


def main() -> int:
    """Run the audit."""
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    if not done.stdout and "connect" not in done.stderr.lower():
        sys.stderr.write(done.stderr)
        return done.returncode
    code, lines = judge(done.stdout)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return code


if __name__ == "__main__":
    sys.exit(main())
