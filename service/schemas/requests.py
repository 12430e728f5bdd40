"""What a request contains, in a body and in a query; an unknown field is an error."""

from typing import Annotated

from pydantic import Field

from service.engine.board.geometry import MIN_SIDE
from service.engine.exam.entries import MAX_ENTRIES
from service.engine.play.levels import Level as LevelName
from service.schemas.base import QueryModel, RequestModel
from service.schemas.board import Board, Notation
from service.schemas.fields import (
    IN_A_ROW,
    IN_BODY,
    Digits,
    Entries,
    Flag,
    Length,
    Level,
    Moves,
    Nodes,
    NullIs,
    Seed,
    Side,
    WholeNumber,
    Word,
    in_body,
    in_query,
)


class PositionRequest(RequestModel):
    """A position, in a body."""

    board: Board = in_body("board")
    side_to_move: Side | None = in_body("side_to_move", None)
    in_a_row: Annotated[Length, WholeNumber, NullIs(IN_A_ROW)] = in_body("in_a_row", IN_A_ROW)
    misere: Annotated[Flag, NullIs(False)] = in_body("misere", False)


class AnalysisRequest(PositionRequest):
    """The position to analyse."""

    max_nodes: Annotated[Nodes, WholeNumber] | None = in_body("max_nodes", None)


class GameTreeRequest(PositionRequest):
    """The position whose game tree is counted."""


class BestMoveRequest(PositionRequest):
    """The position to move in, and how."""

    level: Annotated[Level, NullIs(LevelName.PERFECT)] = in_body("level", LevelName.PERFECT)
    seed: Annotated[Seed, WholeNumber] | None = in_body("seed", None)
    max_nodes: Annotated[Nodes, WholeNumber] | None = in_body("max_nodes", None)


class ReviewRequest(RequestModel):
    """A game, finished or not."""

    moves: Moves = in_body("moves")
    starting_side: Side | None = in_body("starting_side", None)
    columns: Annotated[Length, WholeNumber, NullIs(MIN_SIDE)] = in_body("columns", MIN_SIDE)
    rows: Annotated[Length, WholeNumber, NullIs(MIN_SIDE)] = in_body("rows", MIN_SIDE)
    in_a_row: Annotated[Length, WholeNumber, NullIs(IN_A_ROW)] = in_body("in_a_row", IN_A_ROW)
    misere: Annotated[Flag, NullIs(False)] = in_body("misere", False)
    max_nodes: Annotated[Nodes, WholeNumber] | None = Field(
        None,
        description=f"{IN_BODY['max_nodes']} They bound the search of each position of the game.",
    )


class ExamRequest(RequestModel):
    """What a player does, by position."""

    moves: Entries = Field(
        description="What the player does in the positions in which it is to move: an object of "
        f"at most {MAX_ENTRIES} entries from notation to cell, such as `XO./.X./..O` to 3."
    )
    side: Side = Field(description="The side that the player has, X or O.")
    starting_side: Side | None = in_body("starting_side", None)
    columns: Annotated[Length, WholeNumber, NullIs(MIN_SIDE)] = in_body("columns", MIN_SIDE)
    rows: Annotated[Length, WholeNumber, NullIs(MIN_SIDE)] = in_body("rows", MIN_SIDE)
    in_a_row: Annotated[Length, WholeNumber, NullIs(IN_A_ROW)] = in_body("in_a_row", IN_A_ROW)
    misere: Annotated[Flag, NullIs(False)] = in_body("misere", False)


class PositionQuery(QueryModel):
    """A position, in query parameters."""

    board: Notation = in_query("board")
    side_to_move: Side | None = in_query("side_to_move", None)
    in_a_row: Annotated[Length, Digits] = in_query("in_a_row", IN_A_ROW)
    misere: Annotated[Flag, Word] = in_query("misere", False)


class AnalysisQuery(PositionQuery):
    """The position to analyse, in query parameters."""

    max_nodes: Annotated[Nodes, Digits] | None = in_query("max_nodes", None)


class BestMoveQuery(PositionQuery):
    """The position to move in, and how, in query parameters."""

    level: Level = in_query("level", LevelName.PERFECT)
    seed: Annotated[Seed, Digits] | None = in_query("seed", None)
    max_nodes: Annotated[Nodes, Digits] | None = in_query("max_nodes", None)
