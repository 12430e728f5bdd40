// The report of an exam: the verdict, the game that proves it, and the mistakes.

import { en, nameOf, placed, positionOf, scoreOf } from "../client/pages.js";
import { boardParts } from "../tree/nodes.js";
import { button, html, svg } from "../shared/dom.js";
import { certificateOf } from "./certificate.js";

const MOST = 12; // mistakes shown
const PAUSE = 900; // milliseconds between the moves of a game that is watched

// What an exam of a page can find: the sandbox lets no illegal move pass, and every position gets a move.
const VERDICTS = {
  perfect: (side) => `Perfect as ${side}.`,
  unbeaten: (side) => `Cannot be beaten as ${side}, but does not always play a best move.`,
  loses: (side, plies) => `Loses as ${side} in ${plies} plies.`,
};
const GAMES = {
  loss: "The shortest game that it loses:",
  draw: "The shortest game in which a win becomes a draw:",
  win: "The shortest game that it wins later than it could:",
};

// The element of the report; `watch`, which shows its game, if there is one; `draw`, which marks the move
// that led to the position shown; and the shapes for a mistake there.
export function reportOf(exam, { side, settings, values, show }) {
  const { verdict, refutation, mistakes = [] } = exam;
  let latest = null; // what has been asked for last
  // Returns whether nothing else has been asked for until then.
  const showLatest = async (asked) => {
    latest = asked;
    await show(asked);
    return () => latest === asked;
  };
  const game = refutation && gameOf(refutation, settings, showLatest);
  const element = html("div", {},
    html("h2", { className: `stamp ${verdict}` }, VERDICTS[verdict](side, refutation?.moves.length)),
    verdict === "perfect" && certificateOf(examinedOf(exam), { side, settings, values }),
    game && [html("p", {}, GAMES[refutation.result]), game.watch, game.list],
    mistakes.length > 0 && mistakesOf(mistakes, settings, { side, show: showLatest }),
    html("p", { className: "summary" }, summaryOf(exam)));
  return {
    element,
    watch: () => game?.watch.click(),
    draw: (shown) => game?.draw(shown),
    shapesOn: (shown) => shapesOn(shown, mistakes),
  };
}

const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

const examinedOf = ({ positions, games }) =>
  `Examined: ${counted(positions, "position")}, ${counted(games, "game")}.`;

function summaryOf(exam) {
  const { best_share: best, outcome_share: kept } = exam;
  const percent = (share) => `${Math.floor(share * 1000) / 10}%`;
  return `${examinedOf(exam)} ${percent(best)} of its moves are best, and ${percent(kept)} keep the outcome.`;
}

// A mistake in the position shown, or the one that led to it, and in pencil a right move.
function shapesOn({ at, lastCell, position, positions }, mistakes) {
  const found = mistakes.find(({ board, cell }) =>
    board === position?.notation || (board === positions[at - 1]?.notation && cell === lastCell));
  if (!found) return [];
  const { board, cell, best_moves: [best] } = found;
  const { side_to_move: side } = board === position.notation ? position : positions[at - 1];
  return [
    { type: "badge", cell, text: "?", label: "mistake", color: "bad" },
    { type: "mark", cell: best, side, label: "a right move" },
  ];
}

// The moves of a game as buttons that lead to their positions.
function gameOf({ moves }, settings, show) {
  const sides = settings.startingSide === "X" ? "XO" : "OX";
  const goTo = (at) => show({ moves, at });
  const watch = async () => {
    for (const at of buttons.keys()) {
      const isLatest = await goTo(at);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (!isLatest() || !buttons[at].isConnected) return;
    }
  };
  const played = moves.map((cell, ply) => `${ply + 1}. ${sides[ply % 2]} ${nameOf(settings, cell)}`);
  const buttons = ["Start", ...played].map((words, at) => button(words, () => goTo(at)));
  const draw = ({ at, moves: shown, fromEmptyBoard }) => buttons.forEach((each, ply) => {
    const isShown = fromEmptyBoard && ply === at && shown.join() === moves.join();
    each.setAttribute("aria-current", isShown ? "step" : "false");
  });
  return {
    watch: button("Watch", watch),
    list: html("div", { className: "moves", role: "group", ariaLabel: "The game" }, buttons),
    draw,
  };
}

function mistakesOf(mistakes, settings, { side, show }) {
  const rows = mistakes.slice(0, MOST).map(({ board, cell, best_moves: best, before, after }) => {
    const open = { type: "button", ariaLabel: board, onclick: () => show({ board }) };
    const better = best.slice(0, 3).map((each) => nameOf(settings, each)).join(" ");
    const outcome = [before, after].map((score) => scoreOf(score, en)).join(" → ");
    const position = positionOf({ board, in_a_row: settings.inARow, side_to_move: side });
    const picture = html("button", open, pictureOf(position, cell, best[0]));
    const cells = [picture, nameOf(settings, cell), better, outcome];
    return html("tr", {}, cells.map((content) => html("td", {}, content)));
  });
  const caption = counted(mistakes.length, "mistake");
  const heads = ["Position", "Played", "Best", "Outcome"].map((name) => html("th", { scope: "col" }, name));
  return html("table", { className: "mistakes" },
    html("caption", {}, mistakes.length > MOST ? `${caption}, the first ${MOST} of them` : caption),
    html("thead", {}, html("tr", {}, heads)), html("tbody", {}, rows));
}

// A small picture of a position, with the wrong move, and a right one drawn faintly.
function pictureOf(position, wrong, right) {
  const { cells, columns, side_to_move: side } = position;
  const parts = boardParts({ columns, cell: wrong, marks: placed(position, wrong).cells });
  const onlyRight = cells.map((_, cell) => (cell === right ? side : null));
  const faint = boardParts({ columns, cell: right, marks: onlyRight }).slice(-2); // without the board
  return svg("svg", { class: "thumbnail", viewBox: "-36 -20 72 88", "aria-hidden": "true" },
    svg("g", { class: "node" }, ...parts, svg("g", { class: "faint" }, ...faint)));
}
