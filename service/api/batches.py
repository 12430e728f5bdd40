"""The analyses of many positions: one after the other, within one budget, a few at a time.

What takes a few milliseconds is run in the event loop, in slices. Any other position is searched by
a worker, one at a time for each call. Equal positions are searched once.
"""

from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, cast

from pydantic_core import to_json

from service.api.pace import Pace
from service.api.request_validation import (
    DocumentValidator,
    Faults,
    engine_problem,
    max_nodes_fault,
)
from service.engine.analysis import Analysis
from service.engine.budget import DEFAULT_NODES, MIN_NODES
from service.engine.errors import EngineError
from service.engine.tasks import AnalysisTask
from service.schemas.analyses import AnalysesRequest, AnalysisItem, ListedMoves
from service.schemas.conversion import from_analysis, to_position
from service.schemas.faults import Fault
from service.schemas.problems import MAX_FAULTS, ProblemError
from service.search_pool.in_flight import Searches
from service.search_pool.shares import Shares
from service.settings import Settings

MAX_CALLS: Final = 16  # at a time
MAX_CALLS_OF_CLIENT: Final = 4
MAX_KEPT_BYTES: Final = 16 * 2**20

VALIDATOR: Final = DocumentValidator(AnalysisItem, in_body=True)


class Question(NamedTuple):
    """All that the analysis of a position depends on, and its text."""

    board: object
    side_to_move: str | None
    in_a_row: int
    misere: bool
    max_nodes: int
    moves: ListedMoves


class Outcome(NamedTuple):
    """What came of a position; of a text that is kept, the analysis is not needed."""

    id: str | None
    question: Question
    found: Analysis | ProblemError | bytes
    nodes: int


class Batches:
    """Answers calls with many positions."""

    def __init__(self, searches: Searches, settings: Settings) -> None:
        self._searches = searches
        self._limit = settings.max_nodes
        self._calls = Shares(MAX_CALLS, MAX_CALLS_OF_CLIENT)
        self._texts = Texts()

    def hold(self, client: str) -> AbstractContextManager[None]:
        """Count a call for the duration of a block; raises OverloadedError if there are many."""
        return self._calls.hold(client)

    def pace(self) -> Pace:
        """The pace of one call among those that there are."""
        return Pace(self._calls.taken)

    async def outcomes(
        self, request: AnalysesRequest, client: str
    ) -> AsyncGenerator[Outcome | None]:
        """What came of each position, in order; None before the next takes some time.

        Raises ProblemError before the first if a position does not fit its schema, and whatever a
        search raises.
        """
        pace = self.pace()
        items = await self._items(request.positions, pace)
        left = request.max_nodes or self._limit
        seen: dict[AnalysisTask, Analysis] = {}
        for item in items:
            if pace.is_over:
                yield None
                await pace.breathe()
            budget = min(item.max_nodes or DEFAULT_NODES, max(left, MIN_NODES), self._limit)
            question = _question(item, budget, request.moves)
            step = self._known(item, question)
            if isinstance(step, AnalysisTask):
                if not step.is_instantaneous:
                    yield None
                analysis = seen.get(step) or await self._searches.search(step, client)
                seen[step] = cast("Analysis", analysis)
                step = Outcome(item.id, question, seen[step], seen[step].nodes)
            left -= step.nodes
            yield step

    async def _items(self, positions: list[object], pace: Pace) -> list[AnalysisItem]:
        """The positions, validated; raises ProblemError with the first faults of all of them."""
        items: list[AnalysisItem] = []
        faults: list[Fault] = []
        total = 0
        for index, document in enumerate(positions):
            await pace.breathe()
            found = self._item(document, index)
            if isinstance(found, Faults):
                faults += found.first[: MAX_FAULTS - len(faults)]
                total += found.total
            else:
                items.append(found)
        if faults:
            raise Faults(faults, total).problem()
        return items

    def _item(self, document: object, index: int) -> AnalysisItem | Faults:
        path = ("positions", index)
        item = cast("AnalysisItem | Faults", VALIDATOR.validate(document, path))
        if isinstance(item, Faults) or (item.max_nodes or 0) <= self._limit:
            return item
        return Faults([max_nodes_fault(self._limit, (*path, "max_nodes"), in_body=True)], 1)

    def _known(self, item: AnalysisItem, question: Question) -> Outcome | AnalysisTask:
        """What is known of a position without a search, else the search that it takes."""
        kept = self._texts.get(question)
        if kept:
            return Outcome(item.id, question, *kept)
        try:
            return AnalysisTask(to_position(item), question.max_nodes)
        except EngineError as error:
            return Outcome(item.id, question, engine_problem(error, in_body=True), 0)

    def result(self, index: int, outcome: Outcome) -> bytes:
        """The result of a position as JSON."""
        if isinstance(outcome.found, ProblemError):
            return result_text(index, outcome.id, problem=outcome.found)
        if isinstance(outcome.found, bytes):
            return result_text(index, outcome.id, analysis=outcome.found)
        only_best = outcome.question.moves is ListedMoves.BEST
        text = from_analysis(outcome.found, only_best=only_best).model_dump_json().encode()
        self._texts.keep(outcome.question, text, outcome.nodes)
        return result_text(index, outcome.id, analysis=text)


def _question(item: AnalysisItem, budget: int, moves: ListedMoves) -> Question:
    return Question(item.board, item.side_to_move, item.in_a_row, item.misere, budget, moves)


def result_text(
    index: int | None,
    name: str | None,
    analysis: bytes = b"null",
    problem: ProblemError | None = None,
) -> bytes:
    """An AnalysisResult as JSON; its analysis is the very text of `/v1/analysis`."""
    problem_text = problem.problem.model_dump_json(exclude_none=True) if problem else "null"
    return b'{"index":%b,"id":%b,"analysis":%b,"problem":%b}' % (
        to_json(index),
        to_json(name),
        analysis,
        problem_text.encode(),
    )


class Texts:
    """The texts of analyses that were asked last, within a bound on their bytes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Question, tuple[bytes, int]] = OrderedDict()
        self._bytes = 0

    def get(self, question: Question) -> tuple[bytes, int] | None:
        """The text and the nodes of the analysis, if they are kept."""
        kept = self._kept.get(question)
        if kept:
            self._kept.move_to_end(question)
        return kept

    def keep(self, question: Question, text: bytes, nodes: int) -> None:
        """Keep a text, and drop those that were not asked for the longest time."""
        if question not in self._kept:
            self._kept[question] = (text, nodes)
            self._bytes += len(text)
        while self._bytes > MAX_KEPT_BYTES:
            _, (dropped, _) = self._kept.popitem(last=False)
            self._bytes -= len(dropped)
