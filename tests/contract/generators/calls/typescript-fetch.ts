import { AnalysisApi, Configuration, PlayApi, ResponseError } from "./made/index.js";

function check(holds: boolean): asserts holds {
  if (!holds) throw new Error("not what was expected");
}

const configuration = new Configuration({ basePath: process.argv[2]! });
const analysis = new AnalysisApi(configuration);
const answer = await analysis.postAnalysis({ analysisRequest: { board: "XO./.X./..O" } });
check(answer.bestMove === 3 && answer.moves[0]!.estimate === null && answer.position.cells[2] === null);
const { move } = await new PlayApi(configuration).getBestMove({ moves: [0, 1, 4, 8] });
check(move?.outcome === "win" && move.side === "X" && move.trap === null);
const thrown = await analysis.getAnalysis({ board: "XXX/OOO/..." }).catch((refused: unknown) => refused);
check(thrown instanceof ResponseError && (await thrown.response.json()).code === process.argv[3]);
const events = await analysis.streamAnalysis({ board: "........." });
check(events?.includes("event: analysis\n") ?? false);
