// Until the page is touched, best play for both sides is drawn faintly on an empty board.

import { requestFor } from "../../client/position.js";

const MOVE = 600; // milliseconds
const REST = 1800;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export async function playDemo(board, client) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  let isTouched = false;
  const stop = () => {
    isTouched = true;
    board.shapes = [];
  };
  for (const name of ["pointerdown", "keydown", "popstate"]) addEventListener(name, stop, { once: true, capture: true });
  const { position, moves } = board.game;
  if (moves.length || !board.game.isPersonsTurn || !board.game.fromEmptyBoard) return;
  const { principal_variation: cells } = await client.analysis(requestFor(position));
  const marks = cells.map((cell, ply) => ({ type: "mark", cell, side: ply % 2 ? other(position) : position.side_to_move }));
  while (!isTouched) {
    for (let ply = 0; ply <= marks.length && !isTouched; ply += 1) {
      board.shapes = marks.slice(0, ply);
      await pause(ply === marks.length ? REST : MOVE);
    }
  }
}

const other = ({ side_to_move: side }) => (side === "X" ? "O" : "X");
