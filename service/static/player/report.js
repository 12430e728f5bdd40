// The report of an exam: the verdict, the game that proves it, and the mistakes.

import { en, nameOf, scoreOf } from "../client/pages.js";
import { boardParts } from "../tree/nodes.js";
import { html, svg } from "../shared/dom.js";

const MAX_SHOWN = 12; // of the mistakes, and of the positions without a move
const PAUSE = 900; // milliseconds between the moves of a game that is watched

// The element of the report, and `draw`, which marks the move that led to the position shown.
export function reportOf(exam, { name, side, settings, show, isOwn = false }) {
  const { refutation, mistakes = [], needed = [] } = exam;
  const game = refutation && gameOf(refutation, settings, show);
  const title = isOwn && refutation && exam.verdict === "loses"
    ? messages.playerLoses(side, refutation.moves.length)
    : messages.examVerdicts[exam.verdict](messages.playerAs(name, side));
  const element = html("div", {},
    html("h2", {}, title),
    html("p", { className: "summary" }, messages.looked(exam.positions, exam.games)),
    game && [html("p", {}, messages.shownBy[refutation.result]), game.watch, game.list],
    mistakes.length > 0 && mistakesOf(mistakes, settings, show),
    needed.length > 0 && neededOf(needed));
  return { element, draw: (board) => game?.draw(board) };
}

// The moves of a game as buttons that lead to their positions.
function gameOf({ moves, result }, settings, show) {
  const isIllegal = result === "illegal";
  const legal = isIllegal ? moves.slice(0, -1) : moves;
  const sides = settings.startingSide === "X" ? "XO" : "OX";
  const wordsOf = (ply) => (ply === 0 ? messages.start : `${ply}. ${sides[(ply - 1) % 2]} ${nameOf(settings, legal[ply - 1])}`);
  let timer = null;
  const goTo = async (at) => {
    clearTimeout(timer);
    await show(settings, { moves: legal, at });
  };
  const watch = async (ply) => {
    await goTo(ply);
    if (ply < legal.length) timer = setTimeout(() => buttons[0].isConnected && watch(ply + 1), PAUSE);
  };
  const buttons = [0, ...legal.map((_, index) => index + 1)].map((ply) =>
    html("button", { type: "button", onclick: () => goTo(ply) }, wordsOf(ply)));
  const list = html("div", { className: "moves", role: "group", ariaLabel: messages.theGame }, buttons,
    isIllegal && html("span", {}, ` ${messages.thenIllegal(moves.at(-1))}`));
  const draw = ({ at, moves: shown, fromEmptyBoard }) => buttons.forEach((button, ply) => {
    const isShown = fromEmptyBoard && ply === at && shown.join() === legal.join();
    button.setAttribute("aria-current", isShown ? "step" : "false");
  });
  return { watch: html("button", { type: "button", onclick: () => watch(0) }, messages.watch), list, draw };
}

function mistakesOf(mistakes, settings, show) {
  const rows = mistakes.slice(0, MAX_SHOWN).map(({ board, cell, best_moves: best, before, after }) => {
    const open = html("button", { type: "button", ariaLabel: board, onclick: () => show(settings, { board }) }, thumbnailOf(board, cell));
    const named = best.slice(0, 3).map((each) => nameOf(settings, each)).join(" ");
    return html("tr", {}, html("td", {}, open), ...[nameOf(settings, cell), named, `${scoreOf(before, boardMessages)} → ${scoreOf(after, boardMessages)}`].map((words) => html("td", {}, words)));
  });
  const more = mistakes.length - rows.length;
  const title = messages.mistakes(mistakes.length, more ? rows.length : null);
  const names = messages.mistakeColumns.map((name) => html("th", { scope: "col" }, name));
  return html("table", { className: "mistakes" },
    html("caption", {}, title), html("thead", {}, html("tr", {}, names)), html("tbody", {}, rows));
}

function neededOf(needed) {
  const missing = needed.slice(0, MAX_SHOWN).map((board) => `  "${board}": …`).join(",\n");
  return [
    html("p", {}, messages.needed(needed.length)),
    html("pre", { tabIndex: 0, ariaLabel: messages.positionsWithoutMove }, html("code", {}, missing)),
  ];
}

// The texts that scripts write into the page.

const upper = (word) => word[0].toUpperCase() + word.slice(1);
const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const boardMessages = en;
export const messages = {
  canceled: "Canceled.",
  examining: "Examining…",
  examined: (moves) => `Examining: ${counted(moves, "move", "moves")}…`,
  playerLoses: (side, plies) => `Your player loses as ${side} in ${plies} plies.`,
  playerAs: (name, side) => `${upper(name)} as ${side}`,
  examVerdicts: {
    perfect: (who) => `${who} is perfect.`,
    unbeaten: (who) => `${who} cannot be beaten, but does not always play a best move.`,
    loses: (who) => `${who} can be beaten.`,
    illegal: (who) => `${who} makes an illegal move.`,
    incomplete: (who) => `${who} has no verdict yet, because moves are missing.`,
  },
  looked: (positions, games) => `Examined: ${counted(positions, "position", "positions")}, ${counted(games, "game", "games")}.`,
  shownBy: {
    loss: "The shortest game that it loses:",
    draw: "The shortest game in which a win becomes a draw:",
    win: "The shortest game that it wins later than it could:",
    illegal: "The shortest game to its illegal move:",
  },
  watch: "Watch",
  theGame: "The game",
  thenIllegal: (cell) => `then cell ${cell}, which is not free.`,
  mistakes: (all, shown) => `${counted(all, "mistake", "mistakes")}${shown ? `, the first ${shown} of them` : ""}`,
  mistakeColumns: ["Position", "Played", "Best", "Outcome"],
  needed: (count) => `${counted(count, "position has", "positions have")} no move:`,
  positionsWithoutMove: "Positions without a move",
  start: "Start",
};

// A small picture of a board in the notation of the API, with one cell marked.

export function thumbnailOf(notation, cell) {
  const rows = notation.split("/");
  const marks = [...rows.join("")].map((mark) => (mark === "." ? null : mark));
  return svg("svg", { class: "thumbnail", viewBox: "-36 -20 72 88", "aria-hidden": "true" },
    svg("g", { class: "node" }, ...boardParts({ columns: rows[0].length, marks, cell })));
}
