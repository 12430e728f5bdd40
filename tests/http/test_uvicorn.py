"""What service/http uses of uvicorn beyond its documentation, by name."""

import inspect
from importlib.metadata import version

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from tests.live import ROOT

METHODS = {
    uvicorn.Server: ["startup", "shutdown", "handle_exit", "capture_signals", "run"],
    HttpToolsProtocol: [
        *("connection_made", "connection_lost", "data_received", "pause_writing"),
        *("resume_writing", "shutdown", "on_message_begin", "on_body", "on_message_complete"),
        *("on_response_complete", "timeout_keep_alive_handler"),
        *("_start_asgi_task", "_unset_keepalive_if_required"),
    ],
    RequestResponseCycle: ["run_asgi", "receive", "send"],
    FlowControl: ["drain", "pause_reading", "resume_reading", "pause_writing", "resume_writing"],
}
# Set in __init__, and read or set by our subclasses.
ATTRIBUTES = {
    uvicorn.Server: ["config", "server_state", "lifespan", "should_exit"],
    HttpToolsProtocol: [
        *("app", "app_state", "client", "config", "connections", "cycle", "expect_100_continue"),
        *("flow", "headers", "logger", "loop", "parser", "pipeline", "scope", "tasks", "transport"),
    ],
    RequestResponseCycle: [
        *("body", "chunked_encoding", "disconnected", "flow", "keep_alive", "message_event"),
        *("more_body", "on_response", "response_complete", "response_started", "scope"),
        *("transport", "waiting_for_100_continue"),
    ],
    FlowControl: ["write_paused", "read_paused"],
    ServerState: ["connections", "tasks"],
}


@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner, names in METHODS.items() for name in names]
)
def test_a_method_that_we_call_or_replace_is_there(owner: type, name: str) -> None:
    assert callable(getattr(owner, name, None)), f"{owner.__name__}.{name} is gone from uvicorn"


@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner, names in ATTRIBUTES.items() for name in names]
)
def test_an_attribute_that_we_use_is_there(owner: type, name: str) -> None:
    source = inspect.getsource(owner)
    assert f"self.{name}" in source, f"{owner.__name__}.{name} is gone from uvicorn"


def test_status_lines_are_bytes_by_number() -> None:
    assert STATUS_LINE[408].startswith(b"HTTP/1.1 408 ")


def test_the_minor_version_of_uvicorn_is_bounded() -> None:
    major, minor, _ = version("uvicorn").split(".")
    text = (ROOT / "pyproject.toml").read_text()
    assert f'"uvicorn>={major}.{minor},<{major}.{int(minor) + 1}"' in text
