"""Turns: clients get workers one after the other."""

import asyncio

import pytest

from service.search_pool.turns import Turns

pytestmark = pytest.mark.anyio


class Tasks:
    """Tasks that run until they are ended, and the order in which they began."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, *names: str) -> None:
        """Add tasks; the first letter of a name is the client."""
        for name in names:
            self.tasks[name] = asyncio.ensure_future(self._run(name))
            await asyncio.sleep(0)

    async def _run(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.begun.append(name)
            await asyncio.Event().wait()

    async def end(self, *names: str) -> None:
        """End tasks that run, or let those that wait give up, at the same moment."""
        for name in names:
            self.tasks[name].cancel()
        await asyncio.gather(*(self.tasks[name] for name in names), return_exceptions=True)
        await asyncio.sleep(0)


async def test_clients_take_turns_however_many_tasks_one_has() -> None:
    tasks = Tasks(Turns(1, 15))
    await tasks.add("a1", "a2", "a3", "a4", "b1", "c1")
    for name in ("a1", "a2", "b1", "c1", "a3", "a4"):
        assert tasks.begun[-1] == name
        await tasks.end(name)
    assert tasks.turns.waiting == 0


async def test_one_of_several_workers_is_left_for_other_clients() -> None:
    tasks = Tasks(Turns(2, 8))
    await tasks.add("a1", "a2")
    assert tasks.begun == ["a1"]
    await tasks.add("b1")
    assert tasks.begun == ["a1", "b1"]
    await tasks.end("b1")
    assert tasks.begun == ["a1", "b1"]
    await tasks.end("a1")
    assert tasks.begun == ["a1", "b1", "a2"]
    await tasks.end("a2")


async def test_turn_of_a_task_that_gives_up_goes_to_the_next() -> None:
    tasks = Tasks(Turns(1, 3))
    await tasks.add("a", "b", "c")
    await tasks.end("a", "b")
    assert tasks.begun == ["a", "c"]
    await tasks.end("c")
