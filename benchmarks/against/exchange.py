"""A client that sends requests as they are, and takes in answers whole."""

import socket
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from types import TracebackType
from typing import Self

from benchmarks.against.corpus.question import TAG, Question

TIMEOUT = 60.0  # seconds to wait for an answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the headers are in the order and with the names in which they were sent."""

    status: int
    reason: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """The value of a header, whose name may be in either case."""
        found = (value for other, value in self.headers if other.lower() == name)
        return next(found, None)


class Client:
    """Asks one server, over one connection for as long as the server keeps it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._connection: socket.socket | None = None
        self._etags: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._close()

    def answer(self, question: Question) -> Answer:
        """The answer to a question; the last ETag of its target stands where it wants one."""
        etag = self._etags.get(question.target, "")
        message = question.message.replace(TAG.encode(), etag.encode())
        if question.alone:
            self._close()
        answer = self.exchange(question.method, message)
        if question.alone:
            self._close()
        if answer.status == 200:
            self._etags[question.target] = answer.header("etag") or ""
        return answer

    def exchange(self, method: str, message: bytes) -> Answer:
        """The answer to a message; sent again if the server had closed the connection before it."""
        if self._connection:
            try:
                return self._exchange(self._connection, method, message)
            except ConnectionError:
                self._close()
        self._connection = socket.create_connection(("127.0.0.1", self.port), TIMEOUT)
        try:
            return self._exchange(self._connection, method, message)
        except (OSError, HTTPException) as error:
            self._close()
            return Answer(0, f"no answer: {type(error).__name__}")

    def _exchange(self, connection: socket.socket, method: str, message: bytes) -> Answer:
        connection.sendall(message)
        with HTTPResponse(connection, method=method) as response:
            response.begin()
            headers = tuple(response.msg.raw_items())
            answer = Answer(response.status, response.reason, headers, response.read())
            if response.will_close:
                self._close()
        return answer

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None
