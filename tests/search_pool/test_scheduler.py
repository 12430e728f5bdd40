"""Which searches run and which wait: no search is ever stopped for another one."""

import asyncio
from collections.abc import AsyncIterator, Collection

import pytest

from service.engine.analysis import Progress
from service.engine.board.notation import read_position
from service.engine.budget import TURN_NODES
from service.quotas import OverloadedError
from service.search_pool.scheduler import Scheduler, Search
from service.tasks import AnalysisTask, AnyTask, ReviewTask

pytestmark = pytest.mark.anyio

BOARD = read_position("." * 36, None, 5)
# Six networks of a household, and one of its neighbor.
CLIENTS = {letter: f"2001:0db8:0000:000{letter}" for letter in "123456"} | {
    "7": "2001:0db8:0000:0100"
}


class Room:
    """Clients whose searches run, without workers, until they are removed.

    A search is named by a client and a letter: "As" is of A. A small letter is a search one node
    longer than a turn, and a capital letter a turn. It has steps without end.
    """

    def __init__(self, workers: int, max_waiting: int = 8) -> None:
        self.scheduler = Scheduler(workers, max_waiting)
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._searches: dict[str, Search] = {}
        self._steps: dict[str, asyncio.Event] = {}

    async def add(self, *names: str) -> None:
        """Let searches arrive; raises OverloadedError for one that is refused."""
        for name in names:
            task = AnalysisTask(BOARD, TURN_NODES + name[1].islower())
            search = self._searches[name] = Search(task)
            search.callers.append((CLIENTS.get(name[0], name[0]), lambda _: None))
            end = self._steps[name] = asyncio.Event()
            self._runs[name] = asyncio.create_task(self._run(search, end))
            await asyncio.sleep(0)
            if self._runs[name].done():
                await self._runs.pop(name)

    async def step(self, *names: str) -> None:
        """Let steps of searches end, one after the other."""
        for name in names:
            self._steps[name].set()
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    async def remove(self, *names: str) -> None:
        """Let searches end, one after the other."""
        for name in names:
            self._runs[name].cancel()
            await asyncio.gather(self._runs.pop(name), return_exceptions=True)

    def join(self, client: str, name: str) -> None:
        """Let a client wait for a search that is there."""
        self._searches[name].callers.append((client, lambda _: None))
        self.scheduler.update()

    @property
    def running(self) -> str:
        """The letters of the searches that run."""
        return self._letters(self.scheduler.running)

    @property
    def waiting(self) -> str:
        """The letters of the searches that wait, sorted."""
        return self._letters(self.scheduler.waiting)

    def _letters(self, searches: Collection[Search]) -> str:
        return "".join(sorted(n[1] for n, search in self._searches.items() if search in searches))

    async def _run(self, search: Search, end: asyncio.Event) -> None:
        async with self.scheduler.slot(search):
            while await end.wait():
                end.clear()
                await self.scheduler.give_way(search)

    async def close(self) -> None:
        """Let all searches end."""
        await self.remove(*reversed(self._runs))
        assert not self.scheduler.running
        assert not self.scheduler.waiting


@pytest.fixture
async def room(request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """A room of this many workers and waiting places, by default of two workers."""
    room = Room(*getattr(request, "param", (2,)))
    yield room
    await room.close()


def of(*numbers: int) -> pytest.MarkDecorator:
    """Let the room have so many workers and waiting places."""
    return pytest.mark.parametrize("room", [numbers], indirect=True, ids=str)


async def test_lone_client_uses_all_workers_in_order_of_arrival(room: Room) -> None:
    await room.add("As", "At", "Au", "Av")
    assert (room.running, room.waiting) == ("st", "uv")
    await room.remove("At")
    assert (room.running, room.waiting) == ("su", "v")
    await room.remove("As", "Au")
    assert (room.running, room.waiting) == ("v", "")


async def test_other_client_runs_one_more_and_stops_none(room: Room) -> None:
    await room.add("As", "At", "Bu", "Bv")
    assert (room.running, room.waiting) == ("stu", "v")
    await room.remove("Bu")
    assert (room.running, room.waiting) == ("stv", "")
    await room.remove("Bv")
    assert room.running == "st"


async def test_last_place_is_for_turns(room: Room) -> None:
    await room.add("As", "Bt", "Cu", "Dv")
    assert (room.running, room.waiting) == ("stu", "v")
    await room.add("EW", "FX")
    assert (room.running, room.waiting) == ("Wstu", "Xv")
    await room.remove("EW")
    assert (room.running, room.waiting) == ("Xstu", "v")
    await room.remove("As")
    assert (room.running, room.waiting) == ("Xtuv", "")


async def test_turns_do_not_keep_a_longer_search_from_the_other_places(room: Room) -> None:
    await room.add("AS", "BT", "CU", "Dv", "EW")
    assert (room.running, room.waiting) == ("STUv", "W")
    await room.remove("CU")
    assert (room.running, room.waiting) == ("STWv", "")


@pytest.mark.parametrize(
    ("room", "turns", "others"),
    [((1, 1), 2, 1), ((2, 1), 4, 3), ((5, 1), 10, 9)],
    indirect=["room"],
)
async def test_twice_as_many_searches_as_workers_run(room: Room, turns: int, others: int) -> None:
    for letter, most in (("X", turns), ("x", others)):
        names = [f"{client}{letter}" for client in "ABCDEFGHIJK"[: most + 1]]
        await room.add(*names)
        assert (len(room.running), len(room.waiting)) == (most, 1)
        await room.remove(*names)


async def test_search_counts_for_every_client_that_waits_for_it(room: Room) -> None:
    await room.add("As", "At", "Au")
    assert (room.running, room.waiting) == ("st", "u")
    room.join("B", "Au")
    assert room.running == "stu"
    await room.add("Bv")
    assert room.waiting == "v"


@of(1, 1)
async def test_waiting_places_are_limited(room: Room) -> None:
    await room.add("As", "At")
    with pytest.raises(OverloadedError):
        await room.add("Bu")
    await room.add("BU")  # a turn that does not have to wait
    await room.remove("At")
    await room.add("Cv")
    assert (room.running, room.waiting) == ("Us", "v")


@of(1)
async def test_clients_take_turns(room: Room) -> None:
    await room.add("As", "Aa", "Ab", "Ac", "Bd", "Be", "Cf")
    order = ["As", "Bd", "Cf", "Aa", "Be", "Ab", "Ac"]  # B and C have not had a turn
    for name in order:
        assert room.running == name[1]
        await room.remove(name)


@of(1)
async def test_client_is_forgotten_after_its_last_search(room: Room) -> None:
    await room.add("As")
    await room.remove("As")
    await room.add("Bt", "Au", "Cv")  # A search of A began before, but A is a newcomer now.
    await room.remove("Bt")
    assert room.running == "u"


@of(1, 4)
async def test_newest_search_of_the_client_with_the_most_is_refused(room: Room) -> None:
    await room.add("As", "Aa", "Ab", "Ac", "Ad")
    for name, waiting in (("Be", "abce"), ("Bf", "abef"), ("Ch", "abeh")):
        await room.add(name)
        assert room.waiting == waiting
        for own in (f"{name[0]}x", "Ax") if name != "Be" else ():  # would be the newest of the most
            with pytest.raises(OverloadedError) as caught:
                await room.add(own)
            assert caught.value.is_share_used
    room.join("D", "Ab")  # whose only search it is
    await room.add("Ei")
    assert room.waiting == "behi"
    with pytest.raises(OverloadedError) as caught:
        await room.add("Fx")
    assert not caught.value.is_share_used


@of(1)
async def test_search_gives_its_slot_back_after_each_step(room: Room) -> None:
    await room.add("As", "Bt", "Cu")
    assert (room.running, room.waiting) == ("s", "tu")
    for running in "tustus":
        await room.step(next(n for n in ("As", "Bt", "Cu") if n[1] == room.running))
        assert room.running == running
    await room.remove("Bt", "Cu")
    for _ in range(2):
        await room.step("As")
        assert (room.running, room.waiting) == ("s", "")


async def test_newcomer_waits_for_one_step(room: Room) -> None:
    """However many steps others have, and however many of them wait."""
    await room.add("As", "Bt", "Cu", "Dv", "Ew")
    assert (room.running, room.waiting) == ("stu", "vw")
    await room.add("Fx")
    await room.step("As", "Bt", "Cu")
    assert (room.running, room.waiting) == ("vwx", "stu")


@of(1, 1)
async def test_started_search_is_not_refused(room: Room) -> None:
    await room.add("As", "Bt")
    await room.step("As")
    assert (room.running, room.waiting) == ("t", "s")
    await room.add("Cu")
    assert room.waiting == "su"
    with pytest.raises(OverloadedError):
        await room.add("Dv")
    await room.step("Bt")
    assert (room.running, room.waiting) == ("u", "st")


async def test_networks_of_a_household_hold_one_slot_while_others_wait(room: Room) -> None:
    await room.add("1a", "2b", "3c", "4d", "5e", "6f")
    assert (room.running, room.waiting) == ("ab", "cdef")  # Nobody else waits.
    await room.add("7g", "Ah", "Bi")
    assert (room.running, room.waiting) == ("abg", "cdefhi")
    await room.step("1a")
    assert (room.running, room.waiting) == ("bgh", "acdefi")
    await room.step("2b")
    assert (room.running, room.waiting) == ("ghi", "abcdef")
    await room.step("7g")
    assert (room.running, room.waiting) == ("chi", "abdefg")  # The next turn of the household.
    await room.step("3c")
    assert (room.running, room.waiting) == ("ghi", "abcdef")
    await room.remove("7g")
    assert (room.running, room.waiting) == ("dhi", "abcef")


async def test_short_search_does_not_wait_for_long_ones(room: Room) -> None:
    """Not even for those of its own network."""
    await room.add("As", "At", "Bu", "Cv", "Dw")
    assert (room.running, room.waiting) == ("stu", "vw")
    await room.add("AX")
    assert (room.running, room.waiting) == ("Xstu", "vw")
    await room.add("AY", "BZ")
    assert (room.running, room.waiting) == ("Xstu", "YZvw")
    await room.remove("AX")
    assert (room.running, room.waiting) == ("Zstu", "Yvw")


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (AnalysisTask(BOARD, 20_000), 8_000),
        (AnalysisTask(BOARD, 20_000, traps=True), 4_000),  # The replies are searched, too.
        (ReviewTask(BOARD, (0, 1, 2, 3), 20_000), 2_000),
        (ReviewTask(BOARD, tuple(range(10)), 20_000), None),  # Less than the least budget.
    ],
)
async def test_budget_reached_in_time_is_that_of_each_search(
    task: AnyTask, expected: int | None
) -> None:
    search = Search(task)
    assert search.nodes_reached is None
    search.report(Progress(8_000, 20_000, 36, 0, (1,)))
    assert search.nodes_reached == expected
