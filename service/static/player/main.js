// The page on which a person writes a player, plays against it and sends it to the exam.

import "../client/noughts-board.js";
import { en, errorOf, Noughts } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { put, read } from "../shared/query.js";
import { ready } from "../shared/page.js";
import { Editor } from "./editor.js";
import { examine, Match, Player } from "./player.js";
import { reportOf } from "./report.js";
import { PlayerError } from "./sandbox.js";

const one = (selector) => document.querySelector(selector);
const board = one("noughts-board");
const { elements } = one("form");
const client = new Noughts({ base: "../" });
const editor = new Editor(one("form"), (words) => showError(new PlayerError(words)));
const player = new Player(() => editor.code);
const match = new Match(board, (position) => player.move(position), showError);
let report = null; // its `draw` follows the board
let abort = null; // of the exam

async function play() {
  abort?.abort();
  say();
  await match.start(elements.side.value === "X" ? "O" : "X");
  board.scrollIntoView({ block: "nearest" });
}

async function runExam() {
  abort?.abort();
  const { signal } = (abort = new AbortController());
  const side = elements.side.value;
  const { columns, rows, inARow, misere, startingSide } = board.settings;
  const settings = { columns, rows, inARow, misere, startingSide };
  const rules = { columns, rows, in_a_row: inARow, misere, starting_side: startingSide };
  const game = { ...rules, side, values: elements.values.value };
  const progress = (moves) => say(`Examining: ${Object.keys(moves).length.toLocaleString("en")} moves…`);
  match.stop();
  say("Examining…");
  elements.cancel.hidden = false;
  try {
    const exam = await examine(client, game, (position) => player.move(position), { signal, progress });
    const made = reportOf(exam, { side, settings, show });
    say(made.element);
    report = made;
    report.draw(board.game);
    one("#said").scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (!signal.aborted) showError(error);
  } finally {
    if (signal === abort.signal) elements.cancel.hidden = true;
  }
}

// Shows a board, or a game at one of its positions.
async function show(settings, { moves = [], at = 0, ...from }) {
  const { game } = board;
  match.stop();
  const isShown = game.fromEmptyBoard && !from.board && game.moves.join() === moves.join();
  if (!isShown) await board.newGame({ moves, at: 0, ...from });
  if (moves.length) game.goTo(at);
  board.scrollIntoView({ block: "nearest" });
}

function showError(error) {
  sayError(error);
  one("#said").scrollIntoView({ block: "nearest" });
}

function sayError(error) {
  if (!(error instanceof PlayerError)) return say(html("p", { className: "wrong" }, errorOf(error, en)));
  const { message, line, board: notation } = error;
  const where = [line && `line ${line}`, notation && `in ${notation}`].filter(Boolean).join(", ");
  say(
    html("p", { className: "wrong" }, where && `${where[0].toUpperCase()}${where.slice(1)}: `, message),
    html("div", { className: "controls" },
      line && button(`Go to line ${line}`, () => editor.goTo(line)),
      notation && button("Show the position", () => show(board.settings, { board: notation }))));
  editor.mark(line);
}

function say(...children) {
  report = null;
  editor.mark(null);
  one("#said").replaceChildren(...children);
  // A screen reader is told the verdict or the error, and not the whole report.
  const [first] = children;
  const heading = first?.querySelector?.("h2") ?? first;
  one("#verdict").textContent = heading?.textContent ?? heading ?? "";
}

one("form").addEventListener("submit", (event) => {
  event.preventDefault();
  runExam();
});
elements.play.addEventListener("click", play);
elements.cancel.addEventListener("click", () => {
  abort.abort();
  say("Canceled.");
});
board.addEventListener("change", () => report?.draw(board.game));

// While a person writes code, the board shows the number of each cell.
function number() {
  const { columns, rows } = board.settings;
  const count = document.activeElement === elements.code ? columns * rows : 0;
  board.shapes = Array.from({ length: count }, (_, cell) => ({ type: "badge", cell, text: String(cell) }));
}
for (const type of ["focus", "blur"]) elements.code.addEventListener(type, number);
board.messages = {
  toMove: (side) => (board.viewOnly ? "To move here, press “Play against it”." : en.toMove(side)),
};

const { side, level, seed, ...ofTheBoard } = read(location.search).attributes;
elements.side.value = side === "O" ? "X" : "O"; // that of the person is in the URL
put(board, ofTheBoard);
ready();
