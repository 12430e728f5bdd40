import { getAnalysis, getBestMove, postAnalyses, postAnalysis } from "./made/api.js";

function check(holds: boolean): asserts holds {
  if (!holds) throw new Error("not what was expected");
}

// What it makes calls the server of the page. It parses events as JSON, which they are not.
const fetchFrom = globalThis.fetch;
globalThis.fetch = (path, init) => fetchFrom(process.argv[2] + String(path), init);
const answer = await postAnalysis({ board: ["XO.", ".X.", "..O"] });
check(answer.status === 200 && answer.data.best_move === 3);
const moves: number[] = [];
for (;;) {
  const { status, data } = await getBestMove({ moves });
  if (status !== 200 || !data.move) break;
  moves.push(data.move.cell);
}
check(moves.length === 9);
const refused = await getAnalysis({ board: "XXX/OOO/..." });
check(refused.status === 422 && refused.data.code === process.argv[3]);
const body = { positions: [{ board: "........." }, { board: "XXX/OOO/..." }] };
const many = await postAnalyses(body, { headers: { Accept: "application/x-ndjson" } });
check(many.status === 200 && "stream" in many);
const lines = (await many.stream.text()).trim().split("\n");
check(lines.map((line) => JSON.parse(line).problem?.code).at(-1) === process.argv[3]);
