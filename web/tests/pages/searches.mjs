// Searches of the service at NOUGHTS_BASE, as the lessons replay them.

import assert from "node:assert/strict";
import { LEARN } from "./modules.mjs";

const { Search } = await import(new URL("search.js", LEARN));
const { FIRST, turned } = await import(new URL("search.js", LEARN));
const { fetch } = globalThis;

export const base = process.env.NOUGHTS_BASE;

// The response of the service.
export async function ask(target, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(base + target, body && { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok);
  return response.json();
}

// A search of a position, both as in queries.
export async function searchOf({ board, ...position }, { order = FIRST, ...search }) {
  const query = (fields) => new URLSearchParams({ ...position, ...fields });
  const [answer, analysis] = await Promise.all([
    ask(`/v1/trace?${query({ ...search, board: turned(board, order) })}`),
    ask(`/v1/analysis?${query({ board })}`),
  ]);
  return new Search(answer, analysis.position, order);
}
