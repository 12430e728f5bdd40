"""Fixtures for every kind of test; a process that a test leaves running fails it (Linux only)."""

import asyncio
import faulthandler
import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from time import monotonic, sleep

import pytest

from service.app import create_app
from service.engine.search.compiled.interface import library
from service.settings import Settings
from tests.asgi import Client, Clients
from tests.live import children, gone

PATIENCE = 60.0  # seconds for a process that has been told to end
LIMIT = 600  # seconds for a test without the mark `limit`, and for its fixtures before and after it
# A shell starts a background job with SIGINT ignored, and so its programs would be, too.
signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the main thread, which waits for something, after some seconds."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"nothing has happened for {seconds} seconds")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    mark = item.get_closest_marker("limit")
    with time_limit(mark.args[0] if mark else LIMIT):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Limit the time of coroutines, because uvloop runs no handler of a signal while it waits."""
    if mark := pyfuncitem.get_closest_marker("limit"):  # Instead of faulthandler_timeout.
        faulthandler.dump_traceback_later(mark.args[0] + 60, exit=True, file=2)
    test = pyfuncitem.obj
    if iscoroutinefunction(test):

        @wraps(test)
        async def limited(**arguments: object) -> None:
            before = {*children(os.getpid())}
            try:
                async with asyncio.timeout(LIMIT):
                    await test(**arguments)
            except BaseException:
                left = {*children(os.getpid())} - before
                for child in left:
                    os.kill(child, signal.SIGKILL)
                await gone(*left)  # Otherwise uvloop would wait for them.
                raise

        pyfuncitem.obj = limited
    return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of the compiled search if it is not built; a test in full requires it."""
    if not library():
        deselected = [item for item in items if item.get_closest_marker("compiled")]
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if not item.get_closest_marker("compiled")]


@contextmanager
def none_left(ignore: str = "\0") -> Iterator[None]:
    """Raise AssertionError if more processes run at the end than at the beginning.

    They are counted by their commands: a server may have been replaced by another one.
    Those whose command contains `ignore` do not count.
    """
    before = running()
    yield
    give_up = monotonic() + PATIENCE
    while left := [each for each in (running() - before).elements() if ignore not in each]:
        assert monotonic() < give_up, f"left running: {sorted(left)}"
        sleep(0.01)


def running() -> Counter[str]:
    return Counter(filter(None, map(_command, children(os.getpid()))))


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


@pytest.fixture(autouse=True, scope="session")
def _no_process_outlives_the_session() -> Iterator[None]:
    """What a fixture of any scope has started must be gone in the end."""
    with none_left():
        yield


@pytest.fixture(autouse=True)
def _no_process_outlives_its_test() -> Iterator[None]:
    """Fixtures that several tests share are ready before; the workers of `client` are too."""
    with none_left(ignore="service.search_pool.worker"):
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a module with `UNDER_A_PREFIX = True` a second time, under a prefix."""
    if getattr(metafunc.module, "UNDER_A_PREFIX", False) and "client" in metafunc.fixturenames:
        metafunc.parametrize("client", ["", "/noughts"], indirect=True)


@pytest.fixture(scope="session")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def client(runner: asyncio.Runner, request: pytest.FixtureRequest) -> Iterator[Client]:
    """A client of an application, also under a prefix in modules marked `UNDER_A_PREFIX`."""
    app = create_app(Settings.model_construct())
    yield Client(app, runner, getattr(request, "param", ""))
    runner.run(app.state.searches.close())


@pytest.fixture
def new_client(runner: asyncio.Runner) -> Iterator[Clients]:
    clients = Clients(runner)
    yield clients
    clients.close()


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The event loop of the server, for tests that are coroutines (marked `anyio`)."""
    return "asyncio", {"use_uvloop": True}
