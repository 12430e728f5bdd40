// The texts of the board, built from a table of messages.

import { WRONG_SETTING } from "./settings.js";

export const SHAPES = { win: "▲", draw: "■", loss: "▼", unknown: "?" };

// The name of a cell: a letter for its column and a number for its row; a1 is cell 0, top left.
export function nameOf({ columns }, cell) {
  return `${columnName(cell % columns)}${Math.floor(cell / columns) + 1}`;
}

export function columnName(column) {
  return String.fromCharCode(97 + column);
}

// A short score: "win 3", "draw", "loss 4", or the estimate of an unproved move.
export function scoreOf({ outcome, plies_to_end: plies, estimate }, messages) {
  if (outcome === "unknown") return estimate > 0 ? `+${estimate}` : `${estimate}`;
  return outcome === "draw" ? messages.draw : messages[outcome](plies);
}

// The accessible name of a cell. It contains the visible text (WCAG 2.5.3).
export function labelOf(position, cell, scored, hinted, messages) {
  const { columns, cells, winning_lines: lines } = position;
  const place = messages.cell(columnName(cell % columns), Math.floor(cell / columns) + 1);
  const parts = [place, cells[cell] ?? messages.empty];
  if (lines.some((line) => line.includes(cell))) parts.push(messages.inLine);
  if (scored?.outcome === "unknown") parts.push(messages.notProved);
  if (scored) parts.push(scoreOf(scored, messages));
  if (hinted) parts.push(messages.bestMove(hinted.text));
  return parts.join(", ");
}

export function statusOf(game, messages) {
  const { position, task } = game;
  if (task === "start") return messages.settingUp;
  if (!position) return "";
  const said = [whereOf(game, messages), stateOf(game, messages)];
  return said.filter(Boolean).join(" ");
}

// How the position shown was reached: by a move, or by stepping through the game.
function whereOf(game, messages) {
  const { at, last, moves, position, positions, wentTo } = game;
  if (game.isOver && !wentTo) return "";
  if (last) return messages.played(last.side, nameOf(position, last.cell));
  if (!wentTo) return "";
  if (at === 0) return messages.start;
  const side = positions[at - 1].side_to_move;
  return `${messages.position(at, moves.length)} ${messages.played(side, nameOf(position, moves[at - 1]))}`;
}

function stateOf(game, messages) {
  const { position, settings, task } = game;
  const { side_to_move: side, status, winner } = position;
  if (status === "drawn") return messages.drawn;
  if (status === "won") {
    return position.misere ? messages.wonInMisere(winner === "X" ? "O" : "X", winner) : messages.won(winner);
  }
  if (task === "reply" && !game.isPerson(side)) return messages.thinking(side);
  if (task === "analysis") return messages.analysing;
  return game.isPersonsTurn && settings.side !== "both" ? messages.yourTurn(side) : messages.toMove(side);
}

// The message for an error. The service's problems have English messages only.
export function errorOf(error, messages) {
  const { code, message, said, status } = error;
  if (code === WRONG_SETTING) return said(messages);
  if (code === "no_answer") return messages.noAnswer;
  return code === "unexpected_answer" ? messages.unexpectedAnswer(status) : message;
}

// Whether to offer a retry: not for invalid settings and 4xx, which would fail again.
export function isWorthRetrying({ code, status }) {
  return code !== WRONG_SETTING && !(status >= 400 && status < 500);
}
