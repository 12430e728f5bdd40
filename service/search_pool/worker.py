"""A search worker: a process that is sent tasks by its standard input and answers by its output.

It imports the engine alone, so it starts quickly and stays small. It ends with its input; in the
middle of a search it finds out that its server is gone when it reports. What the engine declines
is sent back as the error.
"""

import os
import pickle
import signal
import struct
import sys
from typing import IO, Any

from service.engine.errors import EngineError
from service.engine.tasks import Task

HEADER = struct.Struct(">I")
NICENESS = 10  # the server and its short answers go first


def pack(message: object) -> bytes:
    """A message with its length ahead of it."""
    body = pickle.dumps(message)
    return HEADER.pack(len(body)) + body


def _receive(stream: IO[bytes]) -> Any:  # noqa: ANN401  whatever was sent
    """The next message; None at the end."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    return pickle.loads(stream.read(*HEADER.unpack(header)))  # noqa: S301  from our server


def main() -> None:
    """Answer tasks until the input ends: reports on the way, then the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    os.nice(NICENESS)

    def send(message: object) -> None:
        sys.stdout.buffer.write(pack(message))
        sys.stdout.buffer.flush()

    while True:
        task: Task | None = _receive(sys.stdin.buffer)
        if task is None:
            return
        try:
            result = task.run(send)
        except EngineError as error:
            send(error)
        else:
            send(result)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server is gone, and with it whoever would read a complaint
