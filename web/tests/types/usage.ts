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

export const played: Request = { moves: [4, 0] }; // instead of a board
// @ts-expect-error no such field
export const unknown: Request = { board: ".........", player: "X" };
// @ts-expect-error no such level
export const strongest: Request = { board: ".........", level: "strongest" };

// The client, whose types are those of the contract.
import { Noughts, NoughtsError } from "../../../service/static/client/noughts.js";
import type * as Client from "../../../service/static/client/noughts.js";

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Main =
  | "Analysis" | "BestMove" | "Move" | "Position" | "Review" | "GameTree" | "Levels" | "Progress"
  | "Problem" | "Mark" | "Level" | "Outcome" | "Verdict" | "Reason"
  | "AnalysisRequest" | "BestMoveRequest" | "GameTreeRequest" | "ReviewRequest";

export const same: {
  [Name in Main]: Same<Client.components["schemas"][Name], Schemas[Name]>;
} = {
  Analysis: true, BestMove: true, Move: true, Position: true, Review: true, GameTree: true,
  Levels: true, Progress: true, Problem: true, Mark: true, Level: true, Outcome: true,
  Verdict: true, Reason: true,
  AnalysisRequest: true, BestMoveRequest: true, GameTreeRequest: true, ReviewRequest: true,
};

const noughts = new Noughts({
  base: new URL("https://example.org/noughts/"),
  fetch,
  observe: ({ method, url, body, status, answer }: Client.Exchange) =>
    console.log(method, url, body?.["board"], status, answer),
});

export async function everything(request: Client.BestMoveRequest & { board: string }): Promise<Client.Move | null> {
  const named: Client.LevelName | undefined = (await noughts.levels()).levels[0]?.level;
  const level = named as Client.Level | undefined; // a later release can list others
  const { board, side_to_move } = request;
  const { signal } = new AbortController();
  const onProgress = (progress: Client.Progress): void => console.log(progress.nodes);
  const analysis: Client.Analysis = await noughts.analyze({ board }, { onProgress, signal });
  const tree: Client.GameTree = await noughts.gameTree({ board, side_to_move }, { signal });
  const review: Client.Review = await noughts.review({ moves: analysis.principal_variation });
  const trace: Client.Trace = await noughts.trace({ board, algorithm: "minimax", max_depth: 2 });
  const end: Client.NodeEnd | undefined = trace.nodes[0]?.end;
  const exam: Client.Exam = await noughts.exam({ side: "X", moves: { ".../.../...": 4 } });
  const cells: number[] | undefined = exam.refutation?.moves;
  const analyses: Client.Analyses = await noughts.analyses({ positions: [{ board }] }, { signal });
  for await (const result of noughts.streamAnalyses({ positions: [{ board, id: "a" }], moves: "best" })) {
    const at: number = result.index;
    const problem: Client.Problem | null = result.problem;
    console.log(at, problem?.detail, result.analysis?.best_move, analyses.nodes);
  }
  const verdict: Client.Verdict | undefined = review.plies[0]?.verdict;
  const reason: Client.Reason | null | undefined = analysis.moves[0]?.reason;
  const outcome: Client.Outcome = analysis.outcome;
  const winner: Client.Mark | null = tree.position.winner;
  console.log(verdict, reason, outcome, winner, end, cells, exam.needed);
  // What is null or undefined, the client leaves out.
  const turn = { ...request, level, seed: null, in_a_row: undefined };
  const { move } = await noughts.bestMove(turn, { onProgress, signal });
  return move;
}
export function said(error: NoughtsError): string {
  const problem: Client.Problem | null = error.problem;
  switch (error.code) {
    case "no_answer":
    case "unexpected_answer":
    case "both_won":
      return `${error.status} ${problem?.title ?? error.message}`;
    case "a_code_of_a_later_release":
      return "";
    default:
      return error.message;
  }
}
export const refused: Promise<unknown>[] = [
  // @ts-expect-error no such field
  noughts.gameTree({ board: ".........", max_nodes: 1000 }),
  // @ts-expect-error no such level
  noughts.bestMove({ board: ".........", level: "strongest" }),
  // @ts-expect-error no such choice of moves
  noughts.analyses({ positions: [], moves: "none" }),
  // @ts-expect-error a review is asked about moves
  noughts.review({ board: "........." }),
];
