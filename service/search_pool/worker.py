"""Run the steps of tasks that a search worker reads from standard input, one at a time.

To standard output, the worker writes "ready" once it can accept steps, and then, for each step, its
reports followed by its result or EngineError, each as a pickle preceded by its length.
"""

import os
import pickle
import sys
from queue import SimpleQueue
from signal import SIG_BLOCK, SIGHUP, SIGINT, SIGTERM, pthread_sigmask
from threading import Thread
from typing import Final, cast

from ..engine.errors import EngineError
from ..engine.search.compiled.interface import SearchName, using
from ..engine.steps import Step

LENGTH: Final = 4  # Bytes of the integer that precedes a message, in network byte order.


def main(search: SearchName) -> None:
    """Run steps with a search until standard input ends."""
    pthread_sigmask(SIG_BLOCK, {SIGINT, SIGTERM, SIGHUP})  # The server decides when to stop.
    os.nice(10)  # The server and the searches in its event loop take priority.
    steps: SimpleQueue[Step] = SimpleQueue()
    Thread(target=receive, args=(steps,), daemon=True).start()
    send("ready")
    with using(search):
        while True:
            try:
                send(steps.get().run(send))
            except EngineError as error:
                send(error)


def send(message: object) -> None:
    """Write a message to standard output."""
    body = pickle.dumps(message)
    with open(1, "wb", closefd=False) as output:
        output.write(len(body).to_bytes(LENGTH, "big") + body)


def receive(steps: SimpleQueue[Step]) -> None:
    """Queue the steps from standard input; when it ends, exit, even during a search.

    A search in C releases the interpreter lock, so this thread runs during the search.
    """
    with open(0, "rb") as messages:
        while messages.peek(1):
            steps.put(pickle.load(messages))  # noqa: S301  from our server
    os._exit(0)


if __name__ == "__main__":
    main(cast("SearchName", sys.argv[1]))
