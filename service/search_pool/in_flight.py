"""How the wire gets its searches done: at once, from memory, or by a worker.

What is instantaneous is answered here, in the event loop. All else goes to a worker and is kept,
reports included, so that the same question gets the same answer and the same events again. Those
who ask it while it is searched wait for what comes of that.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import cast
from weakref import WeakValueDictionary

from starlette.requests import ClientDisconnect, Request

from service.engine.analysis import Analysis, Progress
from service.engine.count.game_tree import GameTree
from service.engine.explain.review import Review
from service.engine.search.analyze import analyze
from service.engine.tasks import AnalysisTask, GameTreeTask, Result, ReviewTask, Task
from service.schemas.problems import RETRY_AFTER, ProblemCode, ProblemError, not_ready
from service.search_pool.pool import ClosedError, OverloadedError, SearchPool
from service.settings import Settings

Event = Progress | Result
CacheInfo = tuple[int, int, int | None, int]  # hits, misses, most and size, as of an lru_cache


class Searches:
    """Answers tasks; holds the workers and what they have found lately."""

    def __init__(self, settings: Settings) -> None:
        self.pool = SearchPool(settings.workers, settings.max_waiting)
        self._kept: OrderedDict[Task, list[Event]] = OrderedDict()
        self._most_kept = settings.kept_answers
        self._turns: WeakValueDictionary[Task, asyncio.Lock] = WeakValueDictionary()
        self.nodes = 0  # entered by searches
        self._hits = self._misses = 0
        self._before: Callable[[], CacheInfo] = lambda: (0, 0, None, 0)

    @property
    def cached(self) -> tuple[int, int, int]:
        """Questions answered from memory, questions searched, and answers in memory."""
        few = analyze.cache_info()
        hits, _, _, size = self._before()
        hits += self._hits + few.hits
        return hits, self._misses + few.misses, size + len(self._kept) + few.currsize

    def count_before(self, before: Callable[[], CacheInfo]) -> None:
        """Count also those that need not ask here, because their answers are kept as bytes."""
        self._before = before

    def analysis_at_once(self, task: AnalysisTask) -> Analysis:
        """The result of an instantaneous analysis."""
        return cast("Analysis", self._at_once(task))

    async def analysis(self, request: Request, task: AnalysisTask) -> Analysis:
        """The result of an analysis, unless the client leaves before."""
        return cast("Analysis", await self._result(request, task))

    async def game_tree(self, request: Request, task: GameTreeTask) -> GameTree:
        """The result of a count, unless the client leaves before."""
        return cast("GameTree", await self._result(request, task))

    async def review(self, request: Request, task: ReviewTask) -> Review:
        """The result of a review, unless the client leaves before."""
        return cast("Review", await self._result(request, task))

    async def events(self, task: Task) -> AsyncGenerator[Event]:
        """The reports of a task and last its result; raises `overloaded` or `not_ready`."""
        if task.is_instantaneous:
            yield self._at_once(task)
            return
        # Who leaves or fails lets the next one search.
        async with self._turns.setdefault(task, asyncio.Lock()):
            if task not in self._kept:
                async with aclosing(self._searched(task)) as events:
                    async for event in events:
                        yield event
                return
        self._hits += 1
        self._kept.move_to_end(task)
        for event in self._kept[task]:
            yield event

    async def _searched(self, task: Task) -> AsyncGenerator[Event]:
        """The events of a task that a worker runs; they are kept when it is done."""
        events = []
        try:
            async with aclosing(self.pool.run(task)) as messages:
                async for event in messages:
                    events.append(event)
                    yield event
        except OverloadedError as error:
            detail = "All searches are taken: try again in a second, or ask for fewer max_nodes."
            raise ProblemError(ProblemCode.OVERLOADED, detail, headers=RETRY_AFTER) from error
        except ClosedError as error:
            raise not_ready() from error
        self._misses += 1
        self.nodes += _nodes(events[-1]) or 0
        self._kept[task] = events
        while len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)

    def _at_once(self, task: Task) -> Result:
        """The result of a task that takes no longer than this; the engine remembers it."""
        searched = analyze.cache_info().misses
        result = task.run()
        if analyze.cache_info().misses > searched:
            self.nodes += _nodes(result) or 0
        return result

    async def _result(self, request: Request, task: Task) -> Event:
        if task.is_instantaneous:
            result: Event = self._at_once(task)
        else:
            result = await _unless_gone(request, self._last_event(task))
        request.state.nodes = _nodes(result)
        return result

    async def _last_event(self, task: Task) -> Event:
        async with aclosing(self.events(task)) as events:
            return [event async for event in events][-1]

    async def close(self) -> None:
        """End all searches."""
        await self.pool.close()


def _nodes(result: Event) -> int | None:
    """The positions that the searches of a result have entered; a count of games enters none."""
    return result.nodes if isinstance(result, Analysis | Review) else None


async def _unless_gone(request: Request, work: Coroutine[None, None, Event]) -> Event:
    """What the work comes to; if the client leaves first, it is ended: raises ClientDisconnect."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for future in (task, gone):
            future.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Return when the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
