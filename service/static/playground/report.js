// The report of an exam: the verdict, the game that proves it, and the mistakes.

import { nameOf } from "../../client/words.js";
import { html } from "./html.js";

const VERDICTS = {
  perfect: (who) => `${who} is perfect.`,
  unbeaten: (who) => `${who} cannot be beaten, but does not always play a best move.`,
  loses: (who) => `${who} can be beaten.`,
  illegal: (who) => `${who} makes an illegal move.`,
  incomplete: (who) => `${who} has no verdict yet, because moves are missing.`,
};
const MAX_SHOWN = 12; // of the mistakes, and of the positions without a move

const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

// The element of the report, and `draw`, which marks the move that led to the position shown.
export function reportOf(exam, { name, side, settings, show }) {
  const { refutation, mistakes = [], needed = [] } = exam;
  const looked = `${counted(exam.positions, "position", "positions")}, ${counted(exam.games, "game", "games")}`;
  const game = refutation && gameOf(refutation, settings, show);
  const element = html("div", {},
    html("h2", {}, VERDICTS[exam.verdict](`${name} as ${side}`)),
    html("p", { className: "summary" }, `Examined: ${looked}.`),
    game && [html("p", {}, SHOWN_BY[refutation.result]), game.list],
    mistakes.length > 0 && mistakesOf(mistakes, settings, show),
    needed.length > 0 && neededOf(needed));
  return { element, draw: (board) => game?.draw(board) };
}

const SHOWN_BY = {
  loss: "The shortest game that it loses:",
  draw: "The shortest game in which a win becomes a draw:",
  win: "The shortest game that it wins later than it could:",
  illegal: "The shortest game to its illegal move:",
};

// The moves of a game as buttons that lead to their positions.
function gameOf({ moves, result }, settings, show) {
  const isIllegal = result === "illegal";
  const legal = isIllegal ? moves.slice(0, -1) : moves;
  const sides = settings.startingSide === "X" ? "XO" : "OX";
  const wordsOf = (ply) => (ply === 0 ? "Start" : `${ply}. ${sides[(ply - 1) % 2]} ${nameOf(settings, legal[ply - 1])}`);
  const buttons = [0, ...legal.map((_, index) => index + 1)].map((ply) =>
    html("button", { type: "button", onclick: () => show(settings, { moves: legal, at: ply }) }, wordsOf(ply)));
  const list = html("div", { className: "moves", role: "group", ariaLabel: "The game" }, buttons,
    isIllegal && html("span", {}, ` then cell ${moves.at(-1)}, which is not free.`));
  const draw = ({ at, moves: shown, fromEmptyBoard }) => buttons.forEach((button, ply) => {
    const isShown = fromEmptyBoard && ply === at && shown.join() === legal.join();
    button.setAttribute("aria-current", isShown ? "step" : "false");
  });
  return { list, draw };
}

function mistakesOf(mistakes, settings, show) {
  const rows = mistakes.slice(0, MAX_SHOWN).map(({ board, cell, best_moves: best, before, after }) => {
    const open = html("button", { type: "button", onclick: () => show(settings, { board }) }, html("code", {}, board));
    const named = best.slice(0, 3).map((each) => nameOf(settings, each)).join(" ");
    return html("tr", {}, html("td", {}, open), ...[nameOf(settings, cell), named, `${scored(before)} → ${scored(after)}`].map((words) => html("td", {}, words)));
  });
  const more = mistakes.length - rows.length;
  const title = `${counted(mistakes.length, "mistake", "mistakes")}${more ? `, the first ${rows.length} of them` : ""}`;
  const names = ["Position", "Played", "Best", "Outcome"].map((name) => html("th", { scope: "col" }, name));
  return html("table", { className: "mistakes" },
    html("caption", {}, title), html("thead", {}, html("tr", {}, names)), html("tbody", {}, rows));
}

function scored({ outcome, plies_to_end: plies }) {
  return outcome === "draw" ? "draw" : `${outcome} ${plies}`;
}

function neededOf(needed) {
  const missing = needed.slice(0, MAX_SHOWN).map((board) => `  "${board}": …`).join(",\n");
  return [
    html("p", {}, `${counted(needed.length, "position has", "positions have")} no move:`),
    html("pre", { tabIndex: 0, ariaLabel: "Positions without a move" }, html("code", {}, missing)),
  ];
}
