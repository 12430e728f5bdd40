"""Turns: workers are given out to the clients one after the other."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from service.search_pool.shares import OverloadedError
from service.search_pool.turns import Turns


class Tasks:
    """Tasks that run until they are told to end, and a record of who has begun."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, client: str, name: str) -> None:
        """Let a client ask for a turn."""
        self.tasks[name] = asyncio.ensure_future(self._run(client, name))
        await asyncio.sleep(0)

    async def _run(self, client: str, name: str) -> None:
        async with self.turns.turn(client):
            self.begun.append(name)
            await asyncio.Event().wait()

    async def end(self, name: str) -> None:
        """End a task that runs, or let one that waits give up."""
        self.tasks[name].cancel()
        await asyncio.gather(self.tasks[name], return_exceptions=True)
        await asyncio.sleep(0)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_clients_take_turns_however_many_tasks_one_has() -> None:
    async def work() -> None:
        tasks = Tasks(Turns(1, 15))
        for name in ("a1", "a2", "a3", "a4"):
            await tasks.add("a", name)
        await tasks.add("b", "b1")
        await tasks.add("c", "c1")
        for name in ("a1", "a2", "b1", "c1", "a3", "a4"):
            assert tasks.begun[-1] == name
            await tasks.end(name)
        assert tasks.turns.waiting == 0

    run(work())


def test_of_several_workers_one_is_left_for_others() -> None:
    async def work() -> None:
        tasks = Tasks(Turns(2, 8))
        await tasks.add("a", "a1")
        await tasks.add("a", "a2")
        assert tasks.begun == ["a1"]
        await tasks.add("b", "b1")
        assert tasks.begun == ["a1", "b1"]
        await tasks.end("b1")
        assert tasks.begun == ["a1", "b1"]
        await tasks.end("a1")
        assert tasks.begun == ["a1", "b1", "a2"]
        await tasks.end("a2")

    run(work())


def test_who_gives_up_waiting_frees_the_place() -> None:
    async def work() -> None:
        tasks = Tasks(Turns(1, 2))
        for client in "abc":
            await tasks.add(client, client)
        with pytest.raises(OverloadedError):
            async with tasks.turns.turn("d"):
                pass
        await tasks.end("b")
        await tasks.add("d", "d")
        assert tasks.turns.waiting == 2
        for name in "acd":
            await tasks.end(name)
        assert tasks.begun == ["a", "c", "d"]

    run(work())


def test_a_turn_that_comes_as_its_waiter_gives_up_goes_to_the_next() -> None:
    async def work() -> None:
        tasks = Tasks(Turns(1, 3))
        for client in "abc":
            await tasks.add(client, client)
        tasks.tasks["a"].cancel()
        tasks.tasks["b"].cancel()
        await asyncio.gather(tasks.tasks["a"], tasks.tasks["b"], return_exceptions=True)
        await asyncio.sleep(0)
        assert tasks.begun == ["a", "c"]
        await tasks.end("c")

    run(work())
