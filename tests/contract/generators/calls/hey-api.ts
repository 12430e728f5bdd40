import { client } from "./made/client.gen.js";
import { getAnalysis, getBestMove, postAnalyses, postAnalysis, streamAnalysis } from "./made/index.js";

function check(holds: boolean): asserts holds {
  if (!holds) throw new Error("not what was expected");
}

client.setConfig({ baseUrl: process.argv[2]! });
const { data } = await postAnalysis({ body: { board: ["XO.", ".X.", "..O"] } });
check(data?.best_move === 3);
const moves: number[] = [];
for (;;) {
  const { data } = await getBestMove({ query: { moves } });
  if (!data?.move) break;
  moves.push(data.move.cell);
}
check(moves.length === 9);
const { error } = await getAnalysis({ query: { board: "XXX/OOO/..." } });
check(error?.code === process.argv[3]);
const many = await postAnalyses({ body: { positions: [{ board: "........." }], moves: "best" } });
check(typeof many.data === "object" && many.data.results[0]?.analysis?.score === 0);
// It reads the data of the events, as which it declares the events themselves.
const board = Array(5).fill(".....").join("/");
const { stream } = await streamAnalysis({ query: { board, in_a_row: 4, max_nodes: 30_000 } });
const found: object[] = [];
for await (const event of stream as AsyncIterable<object>) if ("nodes" in event) found.push(event);
check(found.length > 1 && "best_move" in found.at(-1)!);
