"""Search results as bytes: JSON behind an HMAC, under a key that names the search.

The key contains a hash of the engine's source and the name of the search, so no release reads
another release's results.
The HMAC covers the key and the value. Without a secret, it only detects damage.
"""

import hmac
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from service import engine
from service.engine.analysis import Analysis, Progress
from service.engine.count.game_tree import GameTree
from service.engine.exam.report import Exam
from service.engine.review import Review, ReviewProgress
from service.engine.search.solvers import search_name
from service.engine.tasks import (
    AnalysisTask,
    ExamTask,
    GameTreeTask,
    ReviewTask,
    Task,
    TraceTask,
)
from service.engine.textbook.trace import Trace
from service.search_pool.search import Finding

PREFIX: Final = "noughts:"  # of all keys, for the store's access rules
DIGEST: Final = "sha256"
DIGEST_SIZE: Final = sha256().digest_size


ADAPTERS: Final[dict[type[Task], TypeAdapter[Any]]] = {
    AnalysisTask: TypeAdapter(tuple[list[Progress], Analysis]),
    GameTreeTask: TypeAdapter(tuple[list[Progress], GameTree]),
    ReviewTask: TypeAdapter(tuple[list[ReviewProgress], Review]),
    TraceTask: TypeAdapter(tuple[list[Progress], Trace]),
    ExamTask: TypeAdapter(tuple[list[Progress], Exam]),
}


def source_hash(folder: Path = Path(engine.__file__).parent) -> bytes:
    """Return the hash of the engine's source, on which every result depends."""
    digest = sha256()
    for path in sorted(each for each in folder.rglob("*") if each.suffix in {".py", ".c", ".h"}):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return digest.digest()


def key_of(task: Task, source: bytes) -> str:
    """Return the key of a task's result, which also depends on the search in use."""
    return PREFIX + sha256(source + repr((search_name(), task)).encode()).hexdigest()


def encode(task: Task, key: str, finding: Finding, secret: bytes) -> bytes:
    """Return a finding as bytes."""
    body: bytes = ADAPTERS[type(task)].dump_json(finding)
    return hmac.digest(secret, key.encode() + body, DIGEST) + body


def decode(task: Task, key: str, value: bytes, secret: bytes) -> Finding:
    """Return the finding in a value.

    Raises ValueError if the value is damaged or the secret is another one.

    The value is not parsed before its HMAC has been checked.
    """
    digest, body = value[:DIGEST_SIZE], value[DIGEST_SIZE:]
    if not hmac.compare_digest(digest, hmac.digest(secret, key.encode() + body, DIGEST)):
        raise ValueError("The HMAC does not match.")
    return Finding(*ADAPTERS[type(task)].validate_json(body))
