"""Build the compiled search: `python -m service.engine.search.compiled`.

Without a C compiler, nothing is built and nothing fails: the Python search solves small positions.
The compiler is the command in the environment variable CC, or else cc, gcc or clang.
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
LIBRARY = FOLDER / "search.so"
FLAGS = ("-std=c11", "-O3", "-shared", "-fPIC", "-fvisibility=hidden")
CONSEQUENCE = "Only small positions are solved."


def seal(library: bytes) -> bytes:
    """Return the digest of a compiled library and its sources; the library's file ends with it."""
    digest = sha256(library)
    for source in sorted(FOLDER.glob("[!.]*.[ch]")):
        digest.update(source.read_bytes())
    return digest.digest()


def compiler() -> list[str] | None:
    """Return the command of a C compiler, or None if there is no compiler."""
    named = shlex.split(os.environ.get("CC", ""))
    commands = [named] if named else [["cc"], ["gcc"], ["clang"]]
    return next((command for command in commands if shutil.which(command[0])), None)


def build(library: Path = LIBRARY, flags: Sequence[str] = ()) -> bool:
    """Compile the library; return False without a compiler; raise CalledProcessError on failure."""
    command = compiler()
    if command is None:
        return False
    unfinished = library.with_name(f"{library.name}.{os.getpid()}")
    subprocess.run(  # noqa: S603  the user's compiler
        [*command, *FLAGS, *flags, "-o", unfinished, *sorted(FOLDER.glob("[!.]*.c"))], check=True
    )
    compiled = unfinished.read_bytes()
    unfinished.write_bytes(compiled + seal(compiled))
    unfinished.replace(library)
    return True


def main() -> None:
    """Build the library and print the result; exit with 0 even if the compiler fails."""
    try:
        built = build()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The search was not compiled. {CONSEQUENCE} {error}", file=sys.stderr)  # noqa: T201
        return
    print("The search is compiled." if built else f"No C compiler. {CONSEQUENCE}")  # noqa: T201
