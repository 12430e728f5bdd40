// Compiled, never run: what a client may write against the generated types, and what it may not.
import type { components, operations, paths } from "./generated/contract.js";

type Schemas = components["schemas"];
type Request = Schemas["BestMoveRequest"];

export const least: Request = { board: "XO./.X./..O" };
export const state: Request = { board: ["x", "o", null, "", "", "", "o", "", "x"] };
export const all: Request = {
  board: [["X", null], ["", "O"]],
  side_to_move: null,
  in_a_row: 3,
  misere: false,
  level: "perfect",
  seed: null,
};
export const query: paths["/v1/analysis"]["get"]["parameters"]["query"] = { board: "........." };

export function scores(answer: Schemas["Analysis"]): Map<number, number | null> {
  return new Map(answer.moves.map((move) => [move.cell, move.score]));
}
export function outcome(answer: Schemas["Analysis"]): "win" | "draw" | "loss" | "unknown" {
  return answer.outcome;
}
export function next(answer: Schemas["BestMove"]): Request {
  const { notation, side_to_move, in_a_row, misere } = answer.position;
  return { board: notation, side_to_move, in_a_row, misere };
}
export function pointers(
  problem: operations["post_analysis"]["responses"][422]["content"]["application/problem+json"],
): (string | undefined)[] {
  return (problem.errors ?? []).map((fault) => fault.pointer);
}

// @ts-expect-error the board is required
export const empty: Request = {};
// @ts-expect-error no such field
export const unknown: Request = { board: ".........", player: "X" };
// @ts-expect-error no such level
export const strongest: Request = { board: ".........", level: "strongest" };
