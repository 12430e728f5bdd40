// The page on which a person writes a player, plays against it and sends it to the exam.

import "../client/noughts-board.js";
import { en, errorOf } from "../client/pages.js";
import { button, handle, html, one } from "../shared/dom.js";
import { readGame } from "../shared/query.js";
import { ready } from "../shared/page.js";
import { Editor } from "./editor.js";
import { Match } from "./match.js";
import { examine, Player } from "./player.js";
import { reportOf } from "./report.js";
import { PlayerError } from "./sandbox.js";

const PAUSE = 1000; // milliseconds without a change, after which the player plays against itself
const board = one("noughts-board");
const { elements } = one("form");
const editor = new Editor(one("form"), { failed: (words) => showError(new PlayerError(words)), written });
const player = new Player(() => editor.code);
const move = (position) => player.move(position);
const match = new Match(board, move, (error) => showError(error, match.isAlone));
let report = null; // of the last exam
let abort = null; // of the exam
let timer = null; // of the game against itself

// Stops what runs, for something else.
function stop() {
  clearTimeout(timer);
  abort?.abort();
  match.stop();
}

// After a pause, the player plays against itself. The last report is of the code before.
function written() {
  one("#said .stamp")?.classList.add("old");
  if (!elements.cancel.hidden) return; // an exam is running
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (one("#said .wrong")) say();
    match.start("none");
  }, PAUSE);
}

function play() {
  stop();
  say();
  match.start(elements.side.value === "X" ? "O" : "X");
  board.scrollIntoView({ block: "nearest" });
}

async function runExam() {
  stop();
  const { signal } = (abort = new AbortController());
  const { settings } = board;
  const { columns, rows, inARow, misere, startingSide } = settings;
  const side = elements.side.value;
  const values = elements.values.value;
  const game = { columns, rows, in_a_row: inARow, misere, starting_side: startingSide, side, values };
  const progress = (moves) => say(`Examining: ${Object.keys(moves).length.toLocaleString("en")} moves…`);
  say("Examining…");
  elements.cancel.hidden = false;
  try {
    const exam = await examine(board.client, game, move, { signal, progress });
    const made = reportOf(exam, { side, settings, values, show });
    say(made.element);
    report = made;
    draw();
    one("#said").scrollIntoView({ block: "nearest" });
    if (!exam.refutation) match.start("none"); // There is no game to watch.
    else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) report.watch();
  } catch (error) {
    if (!signal.aborted) showError(error);
  } finally {
    if (signal === abort.signal) elements.cancel.hidden = true;
  }
}

// Shows a board, or a game at one of its positions.
async function show({ moves = [], at = 0, ...from }) {
  const { game } = board;
  stop();
  const isShown = game.fromEmptyBoard && !from.board && game.moves.join() === moves.join();
  if (!isShown) await board.newGame({ moves, at: 0, ...from });
  if (moves.length) game.goTo(at);
  board.scrollIntoView({ block: "nearest" });
}

// Shows an error. While code is written, it is shown without a word to screen readers.
function showError(error, isWriting = false) {
  const { line = null, board: notation = null } = error instanceof PlayerError ? error : {};
  const where = [line && `line ${line}`, notation && `in ${notation}`].filter(Boolean).join(", ");
  const place = where && `${where[0].toUpperCase()}${where.slice(1)}: `;
  say(
    html("p", { className: "wrong" }, place, errorOf(error, en)),
    html("div", { className: "controls" },
      line && button(`Go to line ${line}`, () => editor.goTo(line)),
      notation && button("Show the position", () => show({ board: notation }))));
  editor.mark(line);
  if (isWriting) one("#verdict").replaceChildren();
  else one("#said").scrollIntoView({ block: "nearest" });
}

function say(...children) {
  report = null;
  editor.mark(null);
  one("#said").replaceChildren(...children);
  // A screen reader is told the verdict or the error, and not the whole report.
  const heading = one("#said h2") ?? one("#said").firstChild;
  one("#verdict").textContent = heading?.textContent ?? "";
}

handle(one("form"), "submit", runExam);
elements.play.addEventListener("click", play);
elements.cancel.addEventListener("click", () => {
  abort.abort();
  say("Canceled.");
});
const menu = one(".menu");
document.addEventListener("click", ({ target }) => {
  if (!menu.contains(target) || target instanceof HTMLButtonElement) menu.open = false;
});
menu.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.firstElementChild.focus();
});
board.addEventListener("change", draw);
board.addEventListener("gameover", () => match.isAlone && player.close());

// Marks what the report says of the position shown. While a person writes code, the board shows the number of
// each cell.
function draw() {
  const { columns, rows } = board.settings;
  const count = document.activeElement === elements.code ? columns * rows : 0;
  const numbers = Array.from({ length: count }, (_, cell) => ({ type: "badge", cell, text: String(cell) }));
  report?.draw(board.game);
  board.shapes = count ? numbers : report?.shapesOn(board.game);
}
for (const type of ["focus", "blur"]) elements.code.addEventListener(type, draw);
board.messages = {
  played: (...move) => (match.isAlone ? "" : en.played(...move)),
  toMove(side) {
    if (match.isAlone) return "Your player plays against itself.";
    if (!board.viewOnly) return en.toMove(side);
    return board.moves.length ? "" : "To move here, press “Play against it”.";
  },
};

const { side, level, seed, ...ofTheBoard } = readGame(location.search).settings;
elements.side.value = side === "O" ? "X" : "O"; // that of the person is in the URL
Object.assign(board, ofTheBoard);
written();
ready();
