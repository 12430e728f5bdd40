// The live examples: one board logs its events, one has shapes, and this page controls another.

import "../client/noughts-board.js";
import { ready } from "../shared/page.js";

/** @import { NoughtsBoard } from "../client/noughts-board.js" */

const log = document.querySelector("#log code");
const events = ["beforemove", "move", "gameover", "fault"];
const lines = [];
for (const name of events) {
  document.querySelector("#told").addEventListener(name, (/** @type {CustomEvent} */ { type, detail }) => {
    const { side, cell, by, winner, status, error } = detail;
    lines.push(`${type} ${JSON.stringify({ side, cell, by, winner, status, error: error?.code })}`);
    log.textContent = lines.slice(-6).join("\n");
  });
}

/** @type {NoughtsBoard} */
const shaped = document.querySelector("#shaped");
shaped.moves = [5, 9, 10, 0];
shaped.shapes = [
  { type: "arrow", to: 6, color: "good", label: "the best move" },
  { type: "arrow", from: 0, to: 10, color: "accent" },
  { type: "highlight", cell: 3, color: "fair" },
  { type: "circle", cell: 12 },
  { type: "badge", cell: 9, text: "??", color: "bad" },
  { type: "mark", cell: 15, side: "O" },
];

/** @type {NoughtsBoard} */
const board = document.querySelector("#controlled");
const moves = [];
board.addEventListener("beforemove", ({ detail }) => {
  moves.push(detail.cell);
  board.moves = moves;
  const text = `The page has kept ${moves.length} moves: ${moves.join(", ")}.`;
  document.querySelector("#two").textContent = text;
});
ready();
