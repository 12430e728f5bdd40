// Sends a player to the exam: asks for its move in every position that the exam needs.

import { positionOf } from "../playground/link.js";

// `move` returns the player's move in a position, and `progress` is called with its moves by position.
export async function examine(client, game, move, { signal, progress }) {
  const moves = {};
  for (;;) {
    const exam = await client.exam({ ...game, moves }, { signal });
    if (exam.verdict !== "incomplete") return exam;
    for (const board of exam.needed) {
      const position = positionOf({ board, in_a_row: game.in_a_row, side_to_move: game.side });
      moves[board] = await move({ ...position, misere: game.misere });
      signal.throwIfAborted();
    }
    progress(moves);
  }
}
