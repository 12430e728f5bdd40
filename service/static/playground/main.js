// The playground: connects the board, its controls, the settings and the panels.

import "../../client/noughts-board.js";
import { Noughts } from "../../client/noughts.js";
import { nameOf } from "../../client/words.js";
import { Address } from "./address.js";
import { Build } from "./build.js";
import { playDemo } from "./demo.js";
import { Ending } from "./ending.js";
import { Exam } from "./exam.js";
import { toSearch, write } from "./link.js";
import { messages, translatePage } from "./messages.js";
import { showProof } from "./proof.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { connectSettings } from "./settings.js";
import { connectSteps } from "./steps.js";
import { connectTabs } from "./tabs.js";
import { Tree } from "./tree.js";
import { connectWatch } from "./watch.js";

const one = (selector) => document.querySelector(selector);
const board = one("noughts-board");
const client = new Noughts();

let hint = { position: null, text: "" };

const build = new Build(one("#build"), board, () => write(board));
const review = new Review(one("#review"), board, () => setReading(true));
const tree = new Tree(one("#branches"), board);
const puzzles = new Puzzles({ box: one("#puzzle"), panel: one("#puzzles"), board, client }, {
  opened: showPuzzle,
  left: () => address.open(),
});
const showTab = connectTabs(one("[role=tablist]"), (name) => {
  if (name === "tree") showTree();
  if (name === "puzzles") puzzles.show();
});
const exam = new Exam(one("#exam"), board, client, { show: showGame, opened: () => setReading(true) });
const drawSteps = connectSteps(board);
const drawWatch = connectWatch(one("#watch"), board);
const showSettings = connectSettings(one("form"), board, () => {
  address.keep();
  drawWatch();
});
const address = new Address(board, puzzles, () => {
  showSettings();
  drawWatch();
});
const ending = new Ending(one("#verdict"), one("#ending"), board, {
  newGame,
  showSettings,
  async seeTurningPoint() {
    showTab("review");
    setReading(true);
    await review.goToTurningPoint();
  },
});

// While the person reads a panel, the board stays in view, and scrolled content stays clear of it.
function setReading(isReading) {
  one("main").toggleAttribute("data-reading", isReading);
  document.documentElement.style.setProperty("--play-height", `${one(".play").offsetHeight}px`);
}

function showPuzzle() {
  showTab("puzzles");
  setReading(false);
  one(".play").scrollIntoView({ block: "nearest" });
}

function drawTree() {
  showProof(one("#proof"), board.game.settings, client);
  return tree.draw();
}

async function showTree() {
  drawTree();
  await board.game.settled();
  await drawTree();
  one(".panels").scrollIntoView({ block: "nearest" }); // on a phone, little of it may be visible
}

function newGame() {
  puzzles.close();
  board.seed = null;
  board.newGame();
}

// Shows a board, or a game at one of its positions, for the person to step through.
async function showGame(settings, { moves = [], at = 0, ...from }) {
  const { game } = board;
  puzzles.close();
  setReading(true);
  const isShown = game.fromEmptyBoard && !from.board && game.moves.join() === moves.join()
    && Object.entries(settings).every(([name, value]) => board[name] === value);
  if (!isShown) {
    Object.assign(board, { ...settings, side: "both" });
    showSettings();
    drawWatch();
    await board.newGame({ moves, at: 0, ...from });
  }
  if (moves.length) game.goTo(at);
}

// A button that cannot do anything is not shown; if it has the focus, the board gets it.
function enable(button, isEnabled) {
  const hadFocus = document.activeElement === button;
  button.disabled = !isEnabled;
  if (hadFocus && !isEnabled) board.focus();
}

function draw() {
  const { game } = board;
  enable(one("#undo"), game.canUndo);
  enable(one("#redo"), game.canRedo);
  enable(one("#new-game"), game.moves.length > 0 || game.fault !== null);
  one("#scores").ariaPressed = String(board.showScores);
  one("#legend").hidden = !board.showScores || game.isOver;
  one(".controls").hidden = game.isOver;
  say(hint.position === game.position ? hint.text : "");
  drawSteps();
  if (!puzzles.isOpen) ending.draw();
  exam.draw();
  build.draw();
  if (game.position) one("#learn a").href = toSearch(game.position);
  if (!game.isReplying) review.draw();
  if (!puzzles.isOpen) board.shapes = review.shapes;
  if (!game.isReplying && !one("#tree").hidden) drawTree();
}

function say(words) {
  one("#hint-text").textContent = words;
}

board.addEventListener("change", () => {
  address.keep();
  draw();
});
board.addEventListener("move", ({ detail: { cell, trap } }) => {
  setReading(false);
  if (!trap || trap.safe_replies === trap.replies) return;
  say(messages.trap(trap));
  board.shapes = [{ type: "highlight", cell, label: messages.trap(trap) }];
});
board.addEventListener("gameover", ({ detail }) => {
  if (puzzles.isOpen) return;
  showTab("review");
  if (board.game.fromEmptyBoard) review.run();
  ending.count(detail);
});
board.addEventListener("preview", ({ detail: { cell, isProved } }) => {
  const { position } = board.game;
  if (hint.position === position || !position) return;
  say(cell !== null && !isProved ? messages.guess(nameOf(position, cell)) : "");
});

one("#new-game").addEventListener("click", () => {
  setReading(false);
  newGame();
});
one("#undo").addEventListener("click", () => board.undo());
one("#redo").addEventListener("click", () => board.redo());
one("#hint").addEventListener("click", async () => {
  const move = await board.hint();
  if (!move) return;
  const { position } = board.game;
  hint = { position, text: messages.hint(nameOf(position, move.cell), board.messages.sentence(move)) };
  say(hint.text);
});
one("#scores").addEventListener("click", () => {
  board.showScores = !board.showScores;
  draw();
  address.keep();
});

translatePage();
await address.open();
playDemo(board, client);
