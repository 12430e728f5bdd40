"""The queue of the log and the thread that empties it."""

from collections import Counter, deque
from collections.abc import Sequence
from threading import Event, Lock, Thread
from typing import Final

from service.logs.lines import Request
from service.logs.sink import Sink

MAX_WAITING: Final = 8_192  # lines in the queue
RESERVE: Final = 1_024  # further places, for warnings and errors only
MAX_WRITE: Final = 4_096  # bytes: PIPE_BUF of Linux, which a pipe takes as a whole or not at all
DELAY: Final = 0.02  # seconds in which lines are gathered, so that they are written together
PATIENCE: Final = 1.0  # seconds for the rest at the end

Entry = Request | bytes


class LogWriter:
    """Writes lines to a file descriptor, in a thread. It may lose lines, but never makes one wait.

    A line is dropped if the queue is full or the descriptor takes no more; `dropped` counts them,
    by kind.
    """

    def __init__(self, descriptor: int, *, with_requests: bool = True) -> None:
        self.with_requests = with_requests
        self.dropped = Counter(access=0, other=0)
        self._counting = Lock()
        self._queue: deque[Entry] = deque()
        self._sink = Sink(descriptor)
        self._is_awake = Event()
        self._is_closing = Event()
        self._thread = Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def put(self, entry: Entry, *, is_urgent: bool = False) -> None:
        """Put a line, or the request that it will tell of, into the queue, or drop it."""
        if len(self._queue) >= (MAX_WAITING + RESERVE if is_urgent else MAX_WAITING):
            self._count_dropped([entry])
            return
        self._queue.append(entry)
        if not self._is_awake.is_set():
            self._is_awake.set()

    def close(self) -> None:
        """Write what is in the queue, as far as that is possible in a moment.

        The thread may still be in a write that never ends; it does not keep the process.
        """
        self._is_closing.set()
        self._is_awake.set()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        while not self._is_closing.is_set():
            self._is_awake.wait()
            self._is_closing.wait(DELAY)
            self._is_awake.clear()  # before the queue is emptied: what comes later sets it again
            self._empty_queue()
        self._empty_queue()

    def _empty_queue(self) -> None:
        """Write all entries, as many with one call as a pipe takes as a whole."""
        entries: list[Entry] = []
        data = bytearray()
        while self._queue:
            entry = self._queue.popleft()
            line = entry.line.encode() if isinstance(entry, Request) else entry
            if entries and len(data) + len(line) > MAX_WRITE:
                self._write(data, entries)
                entries, data = [], bytearray()
            entries.append(entry)
            data += line
        if entries:
            self._write(data, entries)

    def _write(self, data: bytearray, entries: Sequence[Entry]) -> None:
        lost = self._sink.write(bytes(data))
        if lost:
            self._count_dropped(entries[-lost:])

    def _count_dropped(self, entries: Sequence[Entry]) -> None:
        kinds = ["access" if isinstance(entry, Request) else "other" for entry in entries]
        with self._counting:
            self.dropped.update(kinds)
