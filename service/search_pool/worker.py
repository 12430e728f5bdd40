"""The fork server, and the worker processes that it forks.

multiprocessing has a fork server, but its processes import the main module again, which may be
uvicorn or a user's script. This one imports the engine once, so a worker starts in milliseconds.
"""

import fcntl
import gc
import os
import pickle
import signal
import socket
import struct
from select import select
from typing import Final

from service.engine.errors import EngineError

HEADER: Final = struct.Struct(">I")  # the length of a message from a worker


def main() -> None:
    """Fork a worker for each pair of sockets, until the server has closed standard input."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the server decides when to stop
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no worker becomes a zombie
    os.nice(10)  # the server and its short answers go first
    gc.freeze()  # a collection would copy the memory that workers share
    control = socket.socket(fileno=0)
    while descriptors := socket.recv_fds(control, 1, 2)[1]:
        channel, lifeline = (socket.socket(fileno=each) for each in descriptors)
        with channel, lifeline:
            if not os.fork():
                control.close()
                work(channel, lifeline)


def work(channel: socket.socket, lifeline: socket.socket) -> None:
    """Run tasks: send the reports on the way, then the result or the error of the engine.

    An error ends the process. So does the system, with a signal, when the server closes the
    lifeline or is gone, even in the middle of a search in C.
    """
    os.dup2(lifeline.fileno(), 2)  # its last words are read there
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    if hasattr(fcntl, "F_SETSIG"):  # in Linux; SIGIO would not end a process that is stopped
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)

    def send(message: object) -> None:
        body = pickle.dumps(message)
        channel.sendall(HEADER.pack(len(body)) + body)

    with channel.makefile("rb") as tasks:
        while not select([lifeline], [], [], 0)[0]:  # it may have been closed before
            try:
                send(pickle.load(tasks).run(send))  # noqa: S301  from our server
            except EngineError as error:
                send(error)


if __name__ == "__main__":
    main()
