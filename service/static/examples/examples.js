// The live examples: one board logs its events, and this page controls another.

import "../client/noughts-board.js";

const log = document.querySelector("#log code");
const events = ["beforemove", "move", "gameover", "fault"];
const lines = [];
for (const name of events) {
  document.querySelector("#told").addEventListener(name, ({ type, detail }) => {
    const { side, cell, by, winner, status, error } = detail;
    lines.push(`${type} ${JSON.stringify({ side, cell, by, winner, status, error: error?.code })}`);
    log.textContent = lines.slice(-6).join("\n");
  });
}

const board = document.querySelector("#controlled");
const moves = [];
board.addEventListener("beforemove", ({ detail }) => {
  moves.push(detail.cell);
  board.moves = moves;
  document.querySelector("#two").textContent = `The page has kept ${moves.length} moves: ${moves.join(", ")}.`;
});
