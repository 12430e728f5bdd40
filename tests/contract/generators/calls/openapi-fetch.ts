import createClient from "openapi-fetch";
import type { paths } from "./made/api.js";

function check(holds: boolean): asserts holds {
  if (!holds) throw new Error("not what was expected");
}

const client = createClient<paths>({ baseUrl: process.argv[2]! });
const moves: number[] = [];
for (;;) {
  const { data } = await client.GET("/v1/best-move", { params: { query: { moves } } });
  if (!data?.move) break;
  const { data: same } = await client.POST("/v1/best-move", { body: { moves } });
  check(same?.move?.cell === data.move.cell);
  moves.push(data.move.cell);
}
const { data } = await client.GET("/v1/review", { params: { query: { moves } } });
check(data?.position.status === "drawn");
const { error } = await client.GET("/v1/analysis", { params: { query: { board: "XXX/OOO/..." } } });
check(error?.code === process.argv[3]);
