// The playground: the board, its controls and settings, and the panels beside it.

import "../../client/noughts-board.js";
import { Noughts } from "../../client/noughts.js";
import { placeOf } from "../../client/words.js";
import { Build } from "./build.js";
import { read, write } from "./link.js";
import { Review } from "./review.js";
import { connectSettings, put } from "./settings.js";
import { connectTabs } from "./tabs.js";
import { Tree } from "./tree.js";

const one = (selector) => document.querySelector(selector);
const board = one("noughts-board");

let hint = { position: null, text: "" };
let isPutting = false; // the attributes of an address on the board
let isOpening = false; // the game of an address
let kept = ""; // the moves that the address has

const build = new Build(one("#build"), () => write(board));
const review = new Review(one("#review"), board);
const tree = new Tree(one("#tree"), board);
const showTab = connectTabs(one("[role=tablist]"), (name) => name === "tree" && tree.draw());
const showSettings = connectSettings(one("form"), board, new Noughts(), keepAddress);

// The address follows the game, and its entry has the moves after the position shown too. What a
// person does to the game is a new entry, so that "back" takes it back; what the service does is not.
function keepAddress() {
  const { game } = board;
  if (!game.position || game.fault || game.task === "start" || isPutting) return;
  const { moves, at, fromEmptyBoard, last, position } = game;
  const played = fromEmptyBoard ? `${at} of ${moves}` : position.notation;
  const isNew = played !== kept && last?.by !== "level" && !isOpening;
  const state = fromEmptyBoard ? { moves, at } : null;
  history[isNew ? "pushState" : "replaceState"](state, "", write(board));
  kept = played;
  isOpening = false;
}

async function open() {
  const { attributes, from } = read(location.search);
  isPutting = true;
  put(board, attributes);
  showSettings();
  isPutting = false;
  isOpening = true;
  await board.newGame({ ...from, ...history.state });
}

// What is disabled cannot keep the focus, so the other button gets it.
function enable(button, isEnabled, other) {
  if (document.activeElement === button && !isEnabled) {
    other.disabled = false;
    other.focus();
  }
  button.disabled = !isEnabled;
}

board.addEventListener("change", () => {
  const { game } = board;
  const [undo, redo] = [one("#undo"), one("#redo")];
  enable(undo, game.canUndo, redo);
  enable(redo, game.canRedo, undo);
  one("#hint").disabled = game.isOver || !game.position || game.isReplying;
  one("#resume").hidden = game.isOver || game.isPersonsTurn || game.task !== null || !game.position || game.fault !== null;
  one("#scores").checked = board.hasAttribute("show-scores");
  one("#hint-text").textContent = hint.position === game.position ? hint.text : "";
  keepAddress();
  build.draw();
  if (game.isReplying) return;
  review.draw();
  if (!one("#tree").hidden) tree.draw();
});
board.addEventListener("exchange", ({ detail }) => build.show(detail));
board.addEventListener("gameover", () => {
  showTab("review");
  if (board.game.fromEmptyBoard) review.run();
});
addEventListener("popstate", open);

one("#new-game").addEventListener("click", () => {
  board.removeAttribute("seed");
  board.newGame();
});
one("#undo").addEventListener("click", () => board.undo());
one("#redo").addEventListener("click", () => board.redo());
one("#resume").addEventListener("click", () => board.game.resume());
one("#hint").addEventListener("click", async () => {
  const move = await board.hint();
  if (!move) return;
  const { position } = board.game;
  const place = placeOf(position, move.cell);
  hint = { position, text: `Hint${move.text.includes(place) ? "" : `, ${place}`}: ${move.text}.` };
  one("#hint-text").textContent = hint.text;
});
one("#scores").addEventListener("change", ({ target }) => {
  board.toggleAttribute("show-scores", target.checked);
  keepAddress();
});

open();
