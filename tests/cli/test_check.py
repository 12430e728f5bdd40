"""`check`: certificates, and files that are none."""

import gzip
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.live import ROOT

CERTIFICATE = ROOT / "benchmarks" / "proofs" / "5x4-4.txt.gz"
STATEMENT = "5x4, 4 in a row: draw."


def test_statement_is_printed(run: Run, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    unpacked.write_bytes(gzip.decompress(CERTIFICATE.read_bytes()))
    done = run("check", str(CERTIFICATE), str(unpacked))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{CERTIFICATE}: {STATEMENT}\n{unpacked}: {STATEMENT}\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file or directory."),
        (b"", "The first line is not the header of a certificate."),
        (b"\xff", "The text contains a character that is not ASCII."),
        (CERTIFICATE.read_bytes()[:99], "The compressed text is damaged."),
        (b"\x1f\x8b" + bytes(9), "The compressed text is damaged."),
        (gzip.compress(b"." * 2**25), "The text has more than 16,777,216 bytes."),
    ],
)
def test_fault_is_printed_and_the_other_files_are_checked(
    run: Run, tmp_path: Path, content: bytes | None, message: str
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    done = run("check", str(file), str(CERTIFICATE))
    assert (done.code, done.out) == (1, f"{CERTIFICATE}: {STATEMENT}\n")
    assert done.err == f"{file} proves nothing. {message}\n"
