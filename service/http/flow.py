"""When a connection reads on: uvicorn's flow control, which does not know of unparsed bytes."""

import asyncio
from collections import deque

from uvicorn.protocols.http.flow_control import FlowControl


class Flow(FlowControl):
    """Resumes reading only when everything that was read is parsed."""

    def __init__(self, transport: asyncio.Transport, unread: deque[bytes]) -> None:
        super().__init__(transport)
        self.unread = unread

    def resume_reading(self) -> None:
        """Read on, unless there is something left to parse."""
        if not self.unread:
            super().resume_reading()
