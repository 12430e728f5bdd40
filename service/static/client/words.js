// What the board says, in words: positions, moves, errors.

import { WRONG_SETTING } from "./settings.js";

const OUTCOMES = {
  win: { shape: "▲", word: "wins" },
  draw: { shape: "■", word: "draws" },
  loss: { shape: "▼", word: "loses" },
  unknown: { shape: "?", word: "not proved" },
};

export function outcomeOf({ outcome }) {
  return OUTCOMES[outcome];
}

// A score as short as it can be read: win 3, draw, loss 4; or the estimate.
export function shortOf({ outcome, plies_to_end: plies, estimate }) {
  if (outcome === "unknown") return estimate > 0 ? `+${estimate}` : `${estimate}`;
  return outcome === "draw" ? "draw" : `${outcome} ${plies}`;
}

export function placeOf({ columns }, cell) {
  return `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
}

// What a screen reader says of a cell.
export function labelOf(position, cell, scored, hinted) {
  const parts = [placeOf(position, cell), position.cells[cell] ?? "empty"];
  if (scored) {
    const { plies_to_end: plies, outcome } = scored;
    const decided = outcome === "win" || outcome === "loss";
    parts.push(OUTCOMES[outcome].word + (decided ? ` in ${plies}` : ""));
    if (outcome === "unknown") parts.push(`estimate ${shortOf(scored)}`);
  }
  if (hinted) parts.push(`best move: ${hinted.text}`);
  return parts.join(", ");
}

export function statusOf(game) {
  const { position, last, task } = game;
  if (task === "start") return "Setting up the board…";
  if (!position) return "";
  if (position.status === "won") return `${position.winner} has won.`;
  if (position.status === "drawn") return "A draw: the board is full.";
  const side = position.side_to_move;
  const played = last ? `${last.side} played ${placeOf(position, last.cell)}. ` : "";
  if (task === "reply" && !game.isPerson(side)) return `${played}${side} is thinking…`;
  if (game.settings.side === "both") return `${played}${side} is to move.`;
  return game.isPersonsTurn ? `${played}Your turn: ${side}.` : `${played}${side} is to move.`;
}

// What went wrong, for a person.
export function wordsOf({ code, message }) {
  if (code !== "no_answer") return message;
  return "The service does not answer. Check the connection and try again: the game is kept.";
}

// Whether the same request may fare better later; what is wrong stays so.
export function isWorthRetrying({ code, status }) {
  return code !== WRONG_SETTING && !(status >= 400 && status < 500);
}
