// The live examples: one board logs its events, one has shapes, and this page controls another.

import "../client/noughts-board.js";
import { one } from "../shared/dom.js";
import { ready } from "../shared/page.js";

const lines = [];
for (const name of ["beforemove", "move", "gameover", "fault"]) {
  one("#told").addEventListener(name, ({ type, detail }) => {
    const { side, cell, by, winner, status, error } = detail;
    lines.push(`${type} ${JSON.stringify({ side, cell, by, winner, status, error: error?.code })}`);
    one("#log code").textContent = lines.slice(-6).join("\n");
  });
}

const shaped = one("#shaped");
shaped.moves = [5, 9, 10, 0];
shaped.shapes = [
  { type: "arrow", to: 6, color: "good", label: "the best move" },
  { type: "arrow", from: 0, to: 10, color: "accent" },
  { type: "highlight", cell: 3, color: "fair" },
  { type: "circle", cell: 12 },
  { type: "badge", cell: 9, text: "??", color: "bad" },
  { type: "mark", cell: 15, side: "O" },
];

const board = one("#controlled");
const moves = [];
board.addEventListener("beforemove", ({ detail }) => {
  moves.push(detail.cell);
  board.moves = moves;
  one("#two").textContent = `The page has kept ${moves.length} moves: ${moves.join(", ")}.`;
});
ready();
