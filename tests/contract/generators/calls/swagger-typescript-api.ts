import { Api, type HttpResponse, type Problem } from "./made/api.js";

function check(holds: boolean): asserts holds {
  if (!holds) throw new Error("not what was expected");
}

const { v1 } = new Api({ baseUrl: process.argv[2]! });
const { data } = await v1.postAnalysis({ board: ["XO.", ".X.", "..O"] });
check(data.best_move === 3);
const thrown = await v1.getAnalysis({ board: "XXX/OOO/..." }).catch((refused: unknown) => refused);
check((thrown as HttpResponse<unknown, Problem>).error.code === process.argv[3]);
const events = await (await v1.streamAnalysis({ board: "........." })).text();
check(events.includes("event: analysis\n"));
