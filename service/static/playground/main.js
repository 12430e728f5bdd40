// The playground: connects the board, its controls, the settings and the panels.

import "../../client/noughts-board.js";
import { Noughts } from "../../client/noughts.js";
import { nameOf } from "../../client/words.js";
import { Address } from "./address.js";
import { Build } from "./build.js";
import { Ending } from "./ending.js";
import { Exam } from "./exam.js";
import { toSearch, write } from "./link.js";
import { showProof } from "./proof.js";
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

const build = new Build(one("#build"), () => write(board));
const review = new Review(one("#review"), board, () => setReading(true));
const tree = new Tree(one("#tree"), board);
const showTab = connectTabs(one("[role=tablist]"), (name) => name === "tree" && showTree());
const exam = new Exam(one("#exam"), board, client, { show: showGame, opened: () => setReading(true) });
const drawSteps = connectSteps(board);
const drawWatch = connectWatch(one("#watch"), board);
const showSettings = connectSettings(one("form"), board, client, () => {
  address.keep();
  drawWatch();
});
const address = new Address(board, () => {
  showSettings();
  drawWatch();
});
const ending = new Ending(one("#ending"), board, {
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

async function showTree() {
  await tree.draw();
  one(".panels").scrollIntoView({ block: "nearest" }); // on a phone, little of it may be visible
}

function newGame() {
  board.seed = null;
  board.newGame();
}

// Shows a board, or a game at one of its positions, for the person to step through.
async function showGame(settings, { moves = [], at = 0, ...from }) {
  const { game } = board;
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

// A disabled button loses the focus, so it is moved to the other button first.
function enable(button, isEnabled, other) {
  if (document.activeElement === button && !isEnabled) {
    other.disabled = false;
    other.focus();
  }
  button.disabled = !isEnabled;
}

function draw() {
  const { game } = board;
  enable(one("#undo"), game.canUndo, one("#redo"));
  enable(one("#redo"), game.canRedo, one("#undo"));
  enable(one("#hint"), !game.isOver && game.position !== null && !game.isReplying, one("#new-game"));
  one("#scores").ariaPressed = String(board.showScores);
  one("#legend").hidden = !board.showScores;
  one("#hint-text").textContent = hint.position === game.position ? hint.text : "";
  drawSteps();
  ending.draw();
  exam.draw();
  build.draw();
  if (game.position) one("#learn a").href = toSearch(game.position);
  showProof(one("#proof"), game.settings, client);
  if (!game.isReplying) review.draw();
  if (!game.isReplying && !one("#tree").hidden) tree.draw();
}

board.addEventListener("change", () => {
  address.keep();
  draw();
});
board.addEventListener("exchange", ({ detail }) => build.show(detail));
board.addEventListener("move", () => setReading(false));
board.addEventListener("gameover", ({ detail }) => {
  showTab("review");
  if (board.game.fromEmptyBoard) review.run();
  ending.show(detail);
});
board.addEventListener("preview", ({ detail: { cell, isProved } }) => {
  const { position } = board.game;
  if (hint.position === position || !position) return;
  const isGuess = cell !== null && !isProved;
  one("#hint-text").textContent = isGuess ? `Best play after ${nameOf(position, cell)} is not proved.` : "";
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
  hint = { position, text: `Hint, ${nameOf(position, move.cell)}: ${move.text}.` };
  one("#hint-text").textContent = hint.text;
});
one("#scores").addEventListener("click", () => {
  board.showScores = !board.showScores;
  draw();
  address.keep();
});

address.open();
