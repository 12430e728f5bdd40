"""A file descriptor that lines are written to, and that may be full, slow, closed or broken."""

import os
import select


class Sink:
    """Writes lines as far as it can. No error leaves it; a full pipe makes it wait."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._in_line = False  # whether an error has cut the last line short

    def write(self, lines: bytes) -> int:
        """Write whole lines; return how many of them, from the end, could not be written."""
        start = b"\n" if self._in_line else b""
        data = start + lines
        written = self._write_all(data)
        if written:
            self._in_line = not data[:written].endswith(b"\n")
        return data.count(b"\n", max(written, len(start)))

    def _write_all(self, data: bytes) -> int:
        """Write as much as possible, and return how many bytes that was."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._write_some(rest) :]
        except OSError:
            pass
        return len(data) - len(rest)

    def _write_some(self, data: memoryview) -> int:
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:  # someone who shares the pipe has made it non-blocking
            poll = select.poll()
            poll.register(self._descriptor, select.POLLOUT)
            poll.poll()
            return 0
