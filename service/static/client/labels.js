// The texts of the board, built from the table of messages of a language.

import { columnName, nameOf, OTHER } from "./board.js";
import { en } from "./messages/en.js";
import { inWords, WRONG_SETTING } from "./settings.js";

export { en };

export const SIGNS = { win: "▲", draw: "■", loss: "▼", unknown: "?" };

// By language, a function that loads its messages. Pages can add languages.
export const languages = {
  de: async () => (await import("./messages/de.js")).de,
  es: async () => (await import("./messages/es.js")).es,
};

// The messages for a language tag such as "de-AT"; English if there are none.
export async function tableFor(tag) {
  const [language] = tag.toLowerCase().split("-");
  return languages[language]?.() ?? en;
}

// A short score: "win 3", "draw", "loss 4", or the estimate of an unproved move. A win or loss whose
// length is not proved has no number.
export function scoreOf({ outcome, plies_to_end: plies, estimate }, messages) {
  if (outcome === "unknown") return estimate > 0 ? `+${estimate}` : `${estimate}`;
  return outcome === "draw" ? messages.draw : messages[outcome](plies ?? "").trim();
}

// The accessible name of a cell. It contains the visible text (WCAG 2.5.3).
export function labelOf(position, cell, { scored, hinted, labels }, messages) {
  const { columns, cells, winning_lines: lines } = position;
  const place = messages.cell(columnName(cell % columns), Math.floor(cell / columns) + 1);
  const parts = [place, cells[cell] ?? messages.empty];
  if (lines.some((line) => line.includes(cell))) parts.push(messages.inLine);
  if (scored?.outcome === "unknown") parts.push(messages.notProved);
  if (scored) parts.push(scoreOf(scored, messages));
  if (hinted) parts.push(messages.bestMove(messages.sentence(hinted)));
  return [...parts, ...labels].join(", ");
}

// The outcome that more than half of the moves have with the same score: how many have it, of how many, and
// which ones; null if there is none.
export function commonIn(moves) {
  for (const { outcome, score } of moves) {
    const has = (move) => move?.outcome === outcome && move.score === score;
    const count = moves.filter(has).length;
    if (outcome !== "unknown" && count > moves.length / 2) return { outcome, count, all: moves.length, has };
  }
  return null;
}

// What the row above the board says; `common` is told where the moves have no scores.
export function statusOf(game, messages, common = null) {
  const { position, task } = game;
  if (task === "start") return messages.settingUp;
  if (!position) return "";
  const said = [whereOf(game, messages), stateOf(game, messages)];
  if (common && !game.isOver) said.push(messages.mostMoves(common));
  return said.filter(Boolean).join(" ");
}

// How the position shown was reached: by a move, or by stepping through the game.
function whereOf(game, messages) {
  const { at, last, lastCell, moves, position, positions, wentTo } = game;
  if (!last && !wentTo) return "";
  if (at === 0) return messages.start;
  const side = positions[at - 1].side_to_move;
  const place = nameOf(position, lastCell);
  const [line] = position.winning_lines;
  const move = line
    ? messages.completed(side, place, line.map((cell) => nameOf(position, cell)).join(", "))
    : messages.played(side, place);
  return wentTo ? `${messages.position(at, moves.length)} ${move}` : move;
}

function stateOf(game, messages) {
  const { position, settings, task } = game;
  const { side_to_move: side } = position;
  if (game.isOver) return verdictOf(position, messages);
  if (task === "reply" && !game.isPerson(side)) return messages.thinking(side);
  if (task === "analysis") return messages.analysing;
  return game.isPersonsTurn && settings.side !== "both" ? messages.yourTurn(side) : messages.toMove(side);
}

function verdictOf({ status, winner, misere }, messages) {
  if (status === "drawn") return inWords(messages.drawn);
  return misere ? messages.wonInMisere(OTHER[winner], winner) : messages.won(winner);
}

// The words for another game, in which the person has the other side, if there is one.
export const replayOf = ({ settings }, messages) => inWords(messages.playAgain, OTHER[settings.side] ?? null);

export function progressOf({ position, progress, task }, messages) {
  if (progress === null) return "";
  if (task === "reply") return messages.thinking(position.side_to_move);
  return messages.progress(progress.moves_proved, progress.moves);
}

// The message for an error. The service's problems have English messages only.
export function errorOf(error, messages) {
  const { code, message, said, status } = error;
  if (said) return said(messages);
  if (code === "no_answer") return messages.noAnswer;
  if (isRejected(error)) return messages.problem(message);
  return status ? messages.unexpectedAnswer(status) : message;
}

// Whether to offer a retry: not for invalid settings and problems, which would fail again.
export const isWorthRetrying = (error) => error.code !== WRONG_SETTING && !isRejected(error);

// Whether the service rejects the request itself, and not only at the moment.
const isRejected = ({ problem, status }) => problem && status < 500 && status !== 429;
