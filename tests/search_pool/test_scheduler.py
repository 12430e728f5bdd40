"""Clients share the workers, and a search counts for all who wait for it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.search_pool.support import MIDDLE, Events, Pool, cancel, long_tasks

pytestmark = pytest.mark.anyio


class Clients:
    """Clients that wait for long searches of two workers."""

    def __init__(self) -> None:
        self.pool = Pool(workers=2, max_waiting=8)
        self.tasks = dict(zip("stuvwxyz", long_tasks(8), strict=True))
        self.waits: dict[str, asyncio.Task[Events]] = {}

    async def add(self, *waits: str) -> None:
        """Let clients wait for searches: "As" is client A, which waits for the search s."""
        for wait in waits:
            task = self.tasks[wait[1]]
            self.waits[wait] = asyncio.create_task(self.pool.collect(task, client=wait[0]))
            await asyncio.sleep(0)

    async def remove(self, *waits: str) -> None:
        """Let clients leave, all at once."""
        await cancel(*(self.waits.pop(wait) for wait in waits))

    async def run(self, names: str) -> None:
        """Return once these searches run, and nothing else is about to change."""
        expected = {self.tasks[name] for name in names}
        for _ in range(3):
            while {each.task for each in self.pool.scheduler.running} != expected:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.02)


@pytest.fixture
async def clients() -> AsyncIterator[Clients]:
    clients = Clients()
    yield clients
    await clients.remove(*clients.waits)
    assert clients.pool.count("searches_running") == 0
    assert clients.pool.count("searches_waiting") == 0
    assert clients.pool.deaths == 0
    await clients.pool.close()


async def test_lone_client_uses_all_workers_in_order_of_arrival(clients: Clients) -> None:
    await clients.add("As", "At", "Au", "Av", "Aw")
    await clients.run("st")
    await clients.remove("At")
    await clients.run("su")
    await clients.remove("Av", "As")
    await clients.run("uw")


async def test_another_client_takes_a_worker_at_once(clients: Clients) -> None:
    await clients.add("As", "At", "Au")
    await clients.run("st")
    await clients.add("Bv", "Bw")
    await clients.run("sv")
    await clients.remove("Bv")
    await clients.run("sw")
    await clients.remove("Bw")
    await clients.run("st")  # the search that was stopped has kept its place before u


async def test_third_client_waits_for_a_worker(clients: Clients) -> None:
    await clients.add("As", "Bt", "Au", "Cv")
    await clients.run("st")
    await clients.remove("Bt")
    await clients.run("sv")


async def test_search_counts_for_any_client_that_waits_for_it(clients: Clients) -> None:
    await clients.add("As", "At", "Au")
    await clients.run("st")
    await clients.add("Bu")
    await clients.run("su")
    await clients.remove("Bu")
    await clients.run("su")  # nobody else waits
    await clients.add("Cv")
    await clients.run("sv")


async def test_client_that_has_left_is_not_charged(clients: Clients) -> None:
    await clients.add("As", "At", "Bt")
    await clients.run("st")
    await clients.remove("At")
    await clients.add("Au", "Cv")
    await clients.remove("As")
    await clients.run("tu")  # u has arrived before v, and A has no other search


async def test_stopped_search_repeats_no_report_and_is_no_death(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_SEARCH", "python")
    await clients.add("As")
    await clients.run("s")
    stopped = await clients.pool.start(MIDDLE, "A")
    await clients.add("Bt")
    await clients.run("st")
    await clients.remove("Bt")
    *reports, result = await stopped
    events: Events = []
    assert result == MIDDLE.run(events.append)
    assert reports == events
