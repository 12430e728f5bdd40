"""Conversion of API models to and from the engine."""

from dataclasses import asdict

from service.engine.analysis import Analysis, Progress, ScoredMove
from service.engine.board.geometry import Geometry
from service.engine.board.notation import marks, read_position, write_board
from service.engine.board.position import Mark, Position
from service.engine.count.game_tree import GameTree
from service.engine.explain.review import Review, ReviewedMove, ReviewProgress
from service.engine.explain.verdict import Verdict
from service.engine.play.levels import Level
from service.engine.score import Score
from service.schemas import game_tree as trees
from service.schemas import progress
from service.schemas import responses as answers
from service.schemas import review as reviews
from service.schemas.requests import (
    ExamRequest,
    PositionRequest,
    ReviewRequest,
)


def to_position(request: PositionRequest) -> Position:
    """The legal position in a request; raises PositionError."""
    side = Mark(request.side_to_move.upper()) if request.side_to_move else None
    return read_position(request.board, side, request.in_a_row, request.misere)


def to_start(request: ReviewRequest | ExamRequest) -> Position:
    """The empty board on which a game starts; raises WrongInARow."""
    geometry = Geometry(request.columns, request.rows, request.in_a_row)
    side = Mark((request.starting_side or Mark.X).upper())
    return Position(geometry, 0, 0, side, request.misere)


def from_analysis(analysis: Analysis, *, only_best: bool = False) -> answers.Analysis:
    """The `/v1/analysis` response, with all moves or those of rank 1."""
    best = analysis.best_moves
    best_moves = [move.cell for move in best]
    columns = analysis.position.geometry.columns
    return answers.Analysis(
        position=from_position(analysis.position),
        outcome=analysis.score.outcome,
        plies_to_end=analysis.score.plies_to_end,
        score=analysis.score.points,
        solved=analysis.solved,
        best_move=best_moves[0] if best_moves else None,
        best_moves=best_moves,
        principal_variation=list(analysis.principal_variation),
        moves=[_from_move(move, columns) for move in (best if only_best else analysis.moves)],
        nodes=analysis.nodes,
    )


def from_turn(
    position: Position, move: ScoredMove | None, level: Level, seed: int | None
) -> answers.BestMove:
    """The `/v1/best-move` response for a position and the move chosen in it."""
    return answers.BestMove(
        move=_from_move(move, position.geometry.columns) if move else None,
        level=level,
        seed=seed,
        position=from_position(position.play(move.cell) if move else position),
    )


def from_review(review: Review) -> reviews.Review:
    """The `/v1/review` response."""
    columns = review.position.geometry.columns
    sides = {side: _from_verdicts(review.verdicts_of(side)) for side in Mark}
    return reviews.Review(
        plies=[_from_reviewed(ply, move, columns) for ply, move in enumerate(review.moves, 1)],
        sides=reviews.SidesReview(X=sides[Mark.X], O=sides[Mark.O]),
        turning_point=review.turning_point,
        position=from_position(review.position),
        nodes=review.nodes,
    )


def from_tree(tree: GameTree) -> trees.GameTree:
    """The `/v1/game-tree` response."""
    position = from_position(tree.position)
    return trees.GameTree.model_validate(asdict(tree) | {"position": position})


def from_progress(report: Progress) -> progress.Progress:
    """A `progress` event of a stream."""
    is_of_review = isinstance(report, ReviewProgress)
    model = progress.ReviewProgress if is_of_review else progress.Progress
    return model.model_validate(asdict(report))


def from_position(position: Position) -> answers.Position:
    """A position in a response."""
    return answers.Position(
        notation=write_board(position),
        cells=marks(position),
        columns=position.geometry.columns,
        rows=position.geometry.rows,
        in_a_row=position.geometry.in_a_row,
        misere=position.misere,
        side_to_move=position.side_to_move,
        status=position.status,
        winner=position.winner,
        winning_lines=position.winning_lines,
    )


def _from_move(move: ScoredMove, columns: int) -> answers.Move:
    row, column = divmod(move.cell, columns)
    return answers.Move(
        cell=move.cell,
        row=row,
        column=column,
        rank=move.rank,
        outcome=move.score.outcome,
        plies_to_end=move.score.plies_to_end,
        score=move.score.points,
        estimate=move.estimate,
        reason=move.reason,
        text=move.text,
    )


def _from_reviewed(ply: int, reviewed: ReviewedMove, columns: int) -> reviews.ReviewedPly:
    row, column = divmod(reviewed.move.cell, columns)
    return reviews.ReviewedPly(
        ply=ply,
        side=reviewed.side,
        cell=reviewed.move.cell,
        row=row,
        column=column,
        before=from_score(reviewed.before),
        after=from_score(reviewed.move.score),
        best_moves=list(reviewed.best_moves),
        verdict=reviewed.verdict,
        reason=reviewed.reason,
        text=reviewed.text,
    )


def from_score(score: Score) -> answers.Standing:
    """A score in a response."""
    return answers.Standing(
        outcome=score.outcome, plies_to_end=score.plies_to_end, score=score.points
    )


def _from_verdicts(verdicts: list[Verdict]) -> reviews.SideReview:
    counts = {verdict: verdicts.count(verdict) for verdict in Verdict}
    known = len(verdicts) - counts[Verdict.UNKNOWN]
    return reviews.SideReview(
        verdicts=reviews.Verdicts.model_validate(counts),
        best_share=counts[Verdict.BEST] / known if known else None,
    )
