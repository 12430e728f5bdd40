"""Responses, and their conversion from the engine."""

from operator import itemgetter
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypedDict

from ..engine.analysis import Analysis as EngineAnalysis, Reason, ScoredMove
from ..engine.board.geometry import MAX_SIDE, MIN_SIDE
from ..engine.board.notation import marks
from ..engine.board.position import Mark, Position as EnginePosition, Status
from ..engine.exam.examiner import MAX_POSITIONS as MAX_REACHED
from ..engine.exam.findings import ExamVerdict, Result
from ..engine.play.choice import choose
from ..engine.play.levels import Level
from ..engine.review import Review as EngineReview, ReviewedMove, Verdict
from ..engine.textbook.search import Algorithm, Valuation
from ..engine.textbook.trace import MAX_LISTED as MAX_TRACED, NodeEnd, Trace as EngineTrace
from ..engine.values import Outcome
from .base import ResponseModel
from .board import BOARD_CELLS, CellIndex, CellNumber
from .problem import Problem
from .requests import MAX_POSITIONS, Depth, Id, Seed

MAX_COUNT: Final = 2**53 - 1  # Every language can represent integers up to this exactly.
MAX_LEVELS: Final = 100  # This leaves room for more levels and measurements.
MAX_LISTED: Final = 1_000  # Positions and mistakes of an exam.
FIRST: Final = BeforeValidator(itemgetter(slice(MAX_LISTED)))

Line = Annotated[list[CellNumber], Field(max_length=MAX_SIDE)]
CellIndices = Annotated[list[CellNumber], Field(max_length=BOARD_CELLS)]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
UpToCells = Annotated[int, Field(ge=1, le=BOARD_CELLS)]
Plies = Annotated[int, Field(ge=0, le=BOARD_CELLS)]
Points = Annotated[int, Field(ge=-100, le=100)]
Index = Annotated[int, Field(ge=0, le=MAX_SIDE - 1)]
SideLength = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
Share = Annotated[float, Field(ge=0, le=1)]
NodeId = Annotated[int, Field(ge=0, le=MAX_TRACED - 1)]
Nodes = Annotated[int, Field(ge=0, le=MAX_TRACED)]
Step = Annotated[int, Field(ge=0, le=2 * MAX_TRACED - 1)]
Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
Bound = Number | None

# Fields with the same meaning in every model.
CellField = Annotated[CellIndex, Field(description="`row * columns + column`")]
RowField = Annotated[Index, Field(description="The row of the cell, from 0 at the top.")]
ColumnField = Annotated[Index, Field(description="The column of the cell, from 0 on the left.")]
ColumnsField = Annotated[SideLength, Field(description="The number of columns.")]
RowsField = Annotated[SideLength, Field(description="The number of rows.")]
InARowField = Annotated[SideLength, Field(description="The length of a line.")]
PLIES_TO_END: Final = Field(
    description="Plies to the end of the game with best play; null if not proved, which is "
    "possible even if the outcome is proved."
)
PliesToEnd = Annotated[Plies | None, PLIES_TO_END]
SCORE: Final = Field(
    description="100 - plies_to_end for a win, -(100 - plies_to_end) for a loss, 0 for a draw; "
    "null if plies_to_end is null."
)
ScoreField = Annotated[Points | None, SCORE]


class Position(ResponseModel):
    """A position, with everything a page needs to show it."""

    notation: str = Field(description="The board in its canonical notation: `XO./.X./..O`.")
    cells: list[Mark | None] = Field(max_length=BOARD_CELLS)
    """The mark in each cell; null if empty."""
    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    misere: bool = Field(description="Whether completing a line loses.")
    side_to_move: Mark
    """The side that moves next, or would if the game were not over."""
    status: Status = Field(description="`drawn` means a full board without a line.")
    winner: Mark | None = Field(description="The winning side; null if there is none.")
    winning_lines: list[Line] = Field(max_length=224)  # The largest board has 224 lines of three.
    """All completed lines, of `in_a_row` cells each, sorted."""

    @classmethod
    def of(cls, position: EnginePosition) -> Self:
        """Convert a position from the engine."""
        geometry = position.geometry
        size = {name: getattr(geometry, name) for name in ("columns", "rows", "in_a_row")}
        return cls(**cls.fields(position, notation=str(position), cells=marks(position), **size))


PositionField = Annotated[Position, BeforeValidator(Position.of)]


class Standing(ResponseModel):
    """The value of a position or a move, for the side that moves."""

    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField = Field(validation_alias="points")


class Trap(ResponseModel):
    """The number of the opponent's replies to a move, and how many of them are safe."""

    safe_replies: UpToCells
    """The number of replies not proved to worsen the opponent's outcome."""
    replies: UpToCells = Field(description="All replies.")


class Move(ResponseModel):
    """A legal move, and its outcome and score for the side that makes it."""

    side: Mark = Field(description="The side that makes the move.")
    cell: CellField
    row: RowField
    column: ColumnField
    rank: UpToCells
    """1 for the best moves; tied moves share a rank: 1, 1, 3. If it is not proved how long a win or
    loss takes, it ranks as the slowest that it can be."""
    outcome: Outcome = Field(description="The outcome after this move, with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    estimate: Points | None
    """An estimated score if the outcome is `unknown`; otherwise null."""
    at_least: Outcome | None
    """The worst outcome that the move can have; null if unknown. Equal to `outcome` if that is
    proved."""
    at_most: Outcome | None
    """The best outcome that the move can have; null if unknown. Equal to `outcome` if that is
    proved."""
    reason: Reason | None
    """The first strategy of Newell and Simon (1972) that the move follows; null if there is none,
    or in misère."""
    text: str
    """An English hint in one sentence. On boards other than 3x3, it uses coordinates: a column
    letter and a row number; a1 is cell 0."""
    trap: Trap | None
    """Counts of the opponent's replies; null if the move ends the game, or `traps` is not set."""

    @staticmethod
    def fields_of(move: ScoredMove, position: EnginePosition) -> dict[str, Any]:
        """Return the fields of a move in a position."""
        row, column = divmod(move.cell, position.geometry.columns)
        score, at_least, at_most = move.score, move.bounds.at_least, move.bounds.at_most
        is_bounded = at_least is not Outcome.LOSS or at_most is not Outcome.WIN
        return {  # One by one, because this is done for every move of every analysis.
            "side": position.side_to_move,
            "cell": move.cell,
            "row": row,
            "column": column,
            "rank": move.rank,
            "outcome": score.outcome,
            "plies_to_end": score.plies_to_end,
            "score": score.points,
            "estimate": move.estimate,
            "at_least": at_least if is_bounded else None,
            "at_most": at_most if is_bounded else None,
            "reason": move.reason,
            "text": move.text,
            "trap": move.trap,
        }


class Analysis(ResponseModel):
    """A position, its score, and the score of each legal move."""

    position: PositionField = Field(description="The position in the request.")
    outcome: Outcome = Field(description="The outcome with best play.")
    plies_to_end: PliesToEnd
    score: ScoreField
    solved: bool = Field(description="Whether every legal move has an exact score.")
    exact: bool
    """Whether the score is proved. A win is not exact if another move could win faster."""
    best_move: CellIndex | None = Field(description="The first best move; null in a finished game.")
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    principal_variation: CellIndices
    """Best play from `best_move` to the end of the game, or as far as it is proved."""
    moves: list[Move] = Field(max_length=BOARD_CELLS, description="Every legal move, best first.")
    nodes: Annotated[int, Field(ge=1, le=MAX_COUNT)]
    """Nodes searched: a position counts each time the search examines it. A cached response reports
    the original number."""

    @classmethod
    def of(cls, analysis: EngineAnalysis, *, only_best: bool = False) -> Self:
        """Convert an analysis from the engine, with all moves or only those of rank 1."""
        best, position, score = analysis.best_moves, analysis.position, analysis.score
        moves = best if only_best else analysis.moves
        fields = cls.fields(
            analysis,
            best_move=best[0].cell if best else None,
            best_moves=[move.cell for move in best],
            moves=[Move.fields_of(move, position) for move in moves],
            outcome=score.outcome,
            plies_to_end=score.plies_to_end,
            score=score.points,
            exact=analysis.bounds.is_exact,
        )
        return cls(**fields)


class BestMove(ResponseModel):
    """The move played, and the position after it."""

    move: Move | None = Field(description="The move; null in a finished game.")
    level: Level = Field(description="The level in the request.")
    seed: Seed | None = Field(description="The seed in the request; null if it had none.")
    position: PositionField
    """The position after the move; in a finished game, the position in the request."""

    @classmethod
    def of(cls, analysis: EngineAnalysis, level: Level, seed: int | None) -> Self:
        """Return the move that the level chooses from an analysis, and the position after it."""
        chosen = choose(analysis, level, seed)
        after = analysis.position.play(chosen.cell) if chosen else analysis.position
        fields = chosen and Move.fields_of(chosen, analysis.position)
        return cls.model_validate({"move": fields, "level": level, "seed": seed, "position": after})


class AnalysisResult(ResponseModel):
    """The result for one position."""

    index: Annotated[int, Field(ge=0, le=MAX_POSITIONS - 1)] | None
    """The index of the position in the request; null if the whole request failed."""
    id: Id | None = Field(description="The ID of the position; null if it has none.")
    analysis: Analysis | None
    """The `/v1/analysis` response, with only the moves selected by `moves`; null if there is a
    problem."""
    problem: Problem | None
    """For an illegal position, the `/v1/analysis` problem, with pointers relative to the position.
    For a failed request, its problem. Otherwise null."""
    budget_cut: bool
    """Whether the position got fewer nodes than it could use alone, because of the budget of the
    whole request."""


class Analyses(ResponseModel):
    """The result for each position, in order."""

    results: list[AnalysisResult] = Field(max_length=MAX_POSITIONS)
    """One result for each position."""
    nodes: Count = Field(description="The nodes of all results, including repeated positions.")


class ReviewedPly(ResponseModel):
    """A move of the game, compared with the best moves in its position."""

    ply: UpToCells = Field(description="The number of the ply, from 1.")
    side: Mark = Field(description="The side that moved.")
    cell: CellField
    row: RowField
    column: ColumnField
    before: Standing = Field(description="The value of the position with best play.")
    after: Standing
    """The value of the move played. Like `before`, it is for the side that moved, with plies
    counted from the position before the move."""
    best_moves: CellIndices = Field(description="All moves of rank 1.")
    verdict: Verdict
    """`best`: of rank 1; `inaccuracy`: the same outcome, but a slower win or a quicker loss;
    `mistake`: a win became a draw, or a draw a loss; `blunder`: a win became a loss; `unknown`:
    none of these is proved."""
    reason: Reason | None = Field(description="As in `/v1/analysis`.")
    text: str
    """An English hint as in `/v1/analysis`; if `verdict` is `unknown`, it first says what is not
    proved."""

    @classmethod
    def of(cls, ply: int, reviewed: ReviewedMove, columns: int) -> Self:
        """Convert a reviewed move on a board with this many columns."""
        move = reviewed.move
        row, column = divmod(move.cell, columns)
        of_move = {"cell": move.cell, "after": move.score, "reason": move.reason, "text": move.text}
        return cls(**cls.fields(reviewed, ply=ply, row=row, column=column, **of_move))


class Verdicts(ResponseModel):
    """The number of moves with each verdict."""

    best: Count = Field(description="Moves of rank 1.")
    inaccuracy: Count = Field(description="Moves that make a win slower or a loss quicker.")
    mistake: Count = Field(description="Moves that turn a win into a draw, or a draw into a loss.")
    blunder: Count = Field(description="Moves that turn a win into a loss.")
    unknown: Count = Field(description="Moves without a proved verdict.")


class SideReview(ResponseModel):
    """The verdicts on the moves of one side."""

    verdicts: Verdicts = Field(description="The number of moves with each verdict.")
    best_share: Share | None
    """The share of best moves among moves with a proved verdict; null if none is proved."""

    @classmethod
    def of(cls, verdicts: list[Verdict]) -> Self:
        """Count the verdicts on the moves of a side."""
        counts = {verdict: verdicts.count(verdict) for verdict in Verdict}
        known = len(verdicts) - counts[Verdict.UNKNOWN]
        best_share = counts[Verdict.BEST] / known if known else None
        return cls(verdicts=Verdicts(**counts), best_share=best_share)


class SidesReview(ResponseModel):
    """The verdicts on the moves of X and on the moves of O."""

    X: SideReview = Field(description="The verdicts on the moves of X.")
    O: SideReview = Field(description="The verdicts on the moves of O.")  # noqa: E741  the mark


class Review(ResponseModel):
    """Every move of a game compared with the best moves, and the move that decided the game."""

    plies: list[ReviewedPly] = Field(max_length=BOARD_CELLS, description="Every move, in order.")
    sides: SidesReview = Field(description="The verdicts on the moves of each side.")
    turning_point: UpToCells | None
    """The last ply that changed the outcome; null if no ply did, or if it is not proved which ply
    did."""
    position: PositionField = Field(description="The position after the last move.")
    nodes: Count = Field(description="Nodes searched for all plies.")

    @classmethod
    def of(cls, review: EngineReview) -> Self:
        """Convert a review from the engine."""
        columns = review.position.geometry.columns
        fields = cls.fields(
            review,
            plies=[ReviewedPly.of(ply, move, columns) for ply, move in enumerate(review.moves, 1)],
            sides={side: SideReview.of(review.verdicts_of(side)) for side in Mark},
        )
        return cls(**fields)


class Refutation(ResponseModel):
    """A game that proves the verdict on a player."""

    moves: CellIndices = Field(validation_alias="cells")
    """The cells played by both sides, from the empty board."""
    result: Result
    """The player's result; `illegal` if the player made an illegal move."""


class ExamMistake(ResponseModel):
    """A move by the player that is not among the best moves."""

    board: Annotated[str, BeforeValidator(str)] = Field(validation_alias="position")
    """The position in its canonical notation."""
    cell: CellIndex = Field(description="The player's move.")
    best_moves: CellIndices
    """All moves of rank 1; if `values` is `outcome`, all moves that keep the outcome."""
    before: Standing = Field(description="The value of the position with best play.")
    after: Standing = Field(description="The move's value; plies count from before the move.")


class Exam(ResponseModel):
    """Whether a player is perfect, and the proof if it is not."""

    verdict: ExamVerdict
    """`illegal`: makes an illegal move; `loses`: loses a game that it could have drawn or won;
    `unbeaten`: does neither, but misses a win or, if `values` is `score`, wins later or loses
    sooner than necessary; `perfect`: makes no mistake; `incomplete`: some moves are missing, and
    the known moves prove neither `illegal` nor `loses`."""
    needed: Annotated[list[str], FIRST] = Field(
        max_length=MAX_LISTED,
        description="Positions that need an entry in `moves`, earliest first, at most "
        f"{MAX_LISTED}; empty unless the verdict is `incomplete`.",
    )
    refutation: Refutation | None
    """The shortest game that proves the verdict; null if `perfect` or `incomplete`."""
    mistakes: Annotated[list[ExamMistake], FIRST] = Field(
        max_length=MAX_LISTED,
        description=f"The player's mistakes, earliest first, at most {MAX_LISTED}.",
    )
    positions: Annotated[int, Field(ge=0, le=MAX_REACHED)]
    """The number of positions reached with the player to move, including those in `needed`."""
    games: Count = Field(description="Complete games that can occur with the known moves.")
    best_share: Share | None
    """The share of moves of rank 1 among the player's known moves in positions reached; null if
    `incomplete`."""
    outcome_share: Share | None
    """Like `best_share`, but for moves that keep the outcome; null if `incomplete`."""
    text: str | None
    """Two English sentences: the first mistake that explains the verdict, and what is better; null
    if `perfect` or `incomplete`."""


class Outcomes(ResponseModel):
    """The number of games with each result."""

    x_wins: Count = Field(description="Games that X wins.")
    o_wins: Count = Field(description="Games that O wins.")
    draws: Count = Field(description="Games that end with a full board and no line.")


class Ply(ResponseModel):
    """Counts at one distance from the position in the request."""

    ply: Plies = Field(description="Plies from the position in the request.")
    nodes: Count = Field(description="Sequences of this many moves.")
    games: Count = Field(description="Sequences of this many moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")


class Searched(ResponseModel):
    """The number of nodes that a textbook search enters to find the outcome of the position."""

    minimax: Count = Field(description="Minimax enters every node of the tree.")
    alpha_beta: Count
    """Alpha-beta: cells in order, a window from minus to plus infinity, no cache."""
    alpha_beta_cached: Count = Field(description="Alpha-beta, cached on (board, alpha, beta).")


class GameTree(ResponseModel):
    """Exact counts of the game tree below a position, including the position itself."""

    position: PositionField = Field(description="The position in the request.")
    nodes: Count = Field(description="Sequences of moves, including the empty sequence.")
    games: Count = Field(description="Sequences of moves that end the game.")
    outcomes: Outcomes = Field(description="The results of those games.")
    positions: Count = Field(description="Distinct positions.")
    canonical_positions: Count = Field(description="Distinct up to rotation and reflection.")
    plies: list[Ply] = Field(max_length=BOARD_CELLS + 1, description="The counts, ply by ply.")
    searched: Searched | None = Field(description="Node counts; null if too many cells are empty.")


class TraceNode(TypedDict):
    """A node of the search. Values and bounds are for the side to move at the root."""

    __pydantic_config__ = ConfigDict(use_attribute_docstrings=True)  # type: ignore[misc]

    id: Annotated[NodeId, Field(description="The index of the node in `nodes`.")]
    parent: Annotated[NodeId | None, Field(description="The parent's `id`; null for the root.")]
    ply: Annotated[Plies, Field(description="Plies from the root.")]
    cell: Annotated[CellIndex | None, Field(description="The move that led to the node.")]
    side: Annotated[Mark | None, Field(description="The side that made the move.")]
    alpha: Annotated[Bound, Field(description="The lower bound on entry; null if there is none.")]
    beta: Annotated[Bound, Field(description="The upper bound on entry; null if there is none.")]
    value: Annotated[Number, Field(description="The value that the search returned.")]
    end: NodeEnd
    """How the node ended. `win`, `loss` and `draw` are finished games; `depth` is an estimate at
    `max_depth`; `cached` repeats the value of `same_as`; `cutoff` skipped moves because the value
    reached a bound; `searched` examined every move."""
    same_as: Annotated[NodeId | None, Field(description="The node that a cached node repeats.")]
    left_out: Annotated[tuple[CellNumber, ...], Field(max_length=BOARD_CELLS)]
    """The cells skipped after a cutoff."""
    entered: Step
    """The step at which the node was entered; each entry and exit is a step."""
    left: Annotated[Step, Field(description="The step at which the node was left.")]


class TracePly(ResponseModel):
    """Counts at one distance from the root."""

    ply: Plies = Field(description="Plies from the root.")
    entered: Nodes = Field(description="Nodes entered.")
    cut_off: Nodes = Field(description="Nodes that ended with a cutoff.")


class TraceCounts(ResponseModel):
    """Node counts, in total and ply by ply."""

    entered: Nodes
    """Nodes entered: all listed nodes except cached ones, which are looked up."""
    cut_off: Nodes = Field(description="Nodes that ended with a cutoff.")
    left_out: Count = Field(description="Moves skipped after cutoffs.")
    plies: list[TracePly] = Field(max_length=BOARD_CELLS + 1, description="The counts, ply by ply.")


class Trace(ResponseModel):
    """One textbook search, node by node."""

    position: Position = Field(description="The root.")
    algorithm: Algorithm = Field(description="The search algorithm.")
    values: Valuation = Field(description="The value of a finished game.")
    max_depth: Depth | None = Field(description="The ply at which positions are estimated.")
    value: Number = Field(description="The value of the root for its side to move.")
    best_moves: CellIndices
    """The cells whose values equal the root's and are exact: strictly inside their windows. After
    a cutoff, other moves may be as good."""
    nodes: list[TraceNode] = Field(max_length=MAX_TRACED)
    """Every node in order of entry, the root first."""
    counts: TraceCounts = Field(description="Node counts.")

    @classmethod
    def of(cls, trace: EngineTrace) -> "Trace":
        """Convert a trace from the engine; its nodes, often thousands, are not validated again."""
        fields = cls.fields(
            trace.search,
            position=Position.of(trace.search.position),
            value=trace.nodes[0].value,
            best_moves=trace.best_moves,
            nodes=[node._asdict() for node in trace.nodes],
            counts=TraceCounts.model_validate(trace.counts),
        )
        return cls.model_construct(**fields)


class Health(ResponseModel):
    """The state of a running service."""

    status: Literal["ok"] = Field(description="`ok`.")
    version: str = Field(description="The release.")
    search: str
    """The search in use for all but the smallest positions: `compiled`, or `python`, which solves
    fewer of them."""


class Strength(ResponseModel):
    """Games of one level against another; each level starts half of the games."""

    columns: ColumnsField
    rows: RowsField
    in_a_row: InARowField
    opponent: Level = Field(description="The other level.")
    traps: bool = Field(description="Whether the level set traps; only `perfect` can.")
    games: Count = Field(description="Games played.")
    wins: Count = Field(description="Games won by the level.")
    draws: Count = Field(description="Drawn games.")
    losses: Count = Field(description="Games won by the opponent.")
    elo: Annotated[int, Field(ge=-10_000, le=10_000)] | None
    """The difference in Elo points; null if one level won every game."""
    elo_error: Count | None = Field(description="Half the width of the 95% interval of `elo`.")


class LevelInfo(ResponseModel):
    """A level and its strength."""

    level: Level = Field(description="The level's name, as in `/v1/best-move`.")
    description: str = Field(description="The level's strengths and weaknesses.")
    strength: list[Strength] = Field(max_length=MAX_LEVELS)
    """The level's results in the seeded games of `make ladder`, in which completing a line wins."""


class Levels(ResponseModel):
    """All levels, weakest first."""

    levels: list[LevelInfo] = Field(max_length=MAX_LEVELS, description="The levels, weakest first.")
