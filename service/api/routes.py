"""The operations under /v1, each for a query that caches can answer and for a body."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from service.api import answers, conversion
from service.api.caching import cacheable, json_response
from service.api.conversion import to_position
from service.api.requests import (
    AnalysisRequest,
    BestMoveQuery,
    BestMoveRequest,
    GameTreeRequest,
    PositionQuery,
)
from service.api.strict import StrictRoute

router = APIRouter(prefix="/v1", route_class=StrictRoute)


@router.get(
    "/analysis",
    tags=["analysis"],
    response_model=answers.Analysis,
    summary="Analyse a position, by query",
)
async def get_analysis(request: Request, query: Annotated[PositionQuery, Query()]) -> Response:
    """Score every legal move of a position, by query."""
    position = to_position(query)
    return cacheable(request, position, lambda: conversion.analysis(position))


@router.post(
    "/analysis",
    tags=["analysis"],
    response_model=answers.Analysis,
    summary="Analyse a position",
)
async def post_analysis(body: AnalysisRequest) -> Response:
    """Score every legal move of a position."""
    return json_response(conversion.analysis(to_position(body)))


@router.get(
    "/best-move",
    tags=["play"],
    response_model=answers.BestMove,
    summary="Play one turn, by query",
)
async def get_best_move(request: Request, query: Annotated[BestMoveQuery, Query()]) -> Response:
    """Play one turn, by query."""
    position = to_position(query)
    answer = lambda: conversion.best_move(position, query)  # noqa: E731
    return cacheable(request, position, answer, query.level, query.seed)


@router.post(
    "/best-move",
    tags=["play"],
    response_model=answers.BestMove,
    summary="Play one turn",
)
async def post_best_move(body: BestMoveRequest) -> Response:
    """Play one turn."""
    return json_response(conversion.best_move(to_position(body), body))


@router.get(
    "/game-tree",
    tags=["game tree"],
    response_model=answers.GameTree,
    summary="Count the game tree, by query",
)
async def get_game_tree(request: Request, query: Annotated[PositionQuery, Query()]) -> Response:
    """Count the game tree below a position, by query."""
    position = to_position(query)
    return cacheable(request, position, lambda: conversion.count_tree(position))


@router.post(
    "/game-tree",
    tags=["game tree"],
    response_model=answers.GameTree,
    summary="Count the game tree",
)
async def post_game_tree(body: GameTreeRequest) -> Response:
    """Count the game tree below a position."""
    return json_response(conversion.count_tree(to_position(body)))
