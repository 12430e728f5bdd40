"""Builds the compiled search: `python -m service.engine.search.compiled`.

Without a C compiler, nothing is built and nothing fails: the Python search gives the same results.
The compiler is the one in the environment variable CC, otherwise cc, gcc or clang.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
SOURCES = (FOLDER / "search.c", FOLDER / "playing.c")
LIBRARY = FOLDER / "search.so"
FLAGS = ("-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden")


def seal(library: bytes) -> bytes:
    """Return the digest of a library and its sources, which is the end of the library's file."""
    return sha256(library + b"".join(source.read_bytes() for source in SOURCES)).digest()


def compiler() -> list[str] | None:
    """The command of a C compiler; None if there is none."""
    command = shlex.split(os.environ.get("CC", ""))
    if command:
        return command if shutil.which(command[0]) else None
    found = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    return [found] if found else None


def build(library: Path = LIBRARY, flags: Sequence[str] = ()) -> bool:
    """Compile the library; False if there is no compiler. Raises CalledProcessError if it fails."""
    command = compiler()
    if command is None:
        return False
    unfinished = library.with_name(f"{library.name}.{os.getpid()}")
    subprocess.run(  # noqa: S603  the user's compiler
        [*command, *FLAGS, *flags, "-o", str(unfinished), *map(str, SOURCES)], check=True
    )
    compiled = unfinished.read_bytes()
    unfinished.write_bytes(compiled + seal(compiled))
    unfinished.replace(library)
    return True


def main() -> None:
    """Build the library and print the result; a compiler that fails is not an error."""
    try:
        built = build()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The search was not compiled, so it runs in Python. {error}", file=sys.stderr)  # noqa: T201
        return
    message = "The search is compiled." if built else "No C compiler. The search runs in Python."
    print(message)  # noqa: T201
