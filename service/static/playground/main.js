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

let hinted = null; // the position that the hint is for
let known = 0; // moves that the address has had

const build = new Build(one("#build"), () => write(board));
const review = new Review(one("#review"), board);
const tree = new Tree(one("#tree"), board);
const showTab = connectTabs(one("[role=tablist]"), (name) => name === "tree" && tree.draw());
const showSettings = connectSettings(one("form"), board, new Noughts(), (name) => {
  if (name === "side" || name === "level") keepAddress();
});

// The address follows the game: a new entry for each move, so that "back" takes it back.
function keepAddress(how = "replaceState") {
  if (!board.game.position) return;
  const address = write(board);
  if (address !== location.search) history[how](null, "", address);
}

async function open(search) {
  const { attributes, from } = read(search);
  put(board, attributes);
  showSettings();
  await board.newGame(from);
  if (!board.game.fault) keepAddress();
}

board.addEventListener("change", () => {
  const { game } = board;
  one("#undo").disabled = !game.canUndo;
  one("#redo").disabled = !game.canRedo;
  one("#hint").disabled = game.isOver || !game.position || game.isReplying;
  one("#resume").hidden = game.isOver || game.isPersonsTurn || game.task !== null || !game.position || game.fault !== null;
  one("#scores").checked = board.hasAttribute("show-scores");
  if (hinted !== game.position) one("#hint-text").textContent = "";
  const waits = game.last?.by === "person" && !game.isPersonsTurn && !game.isOver && !game.fault;
  if (waits || game.isReplying) return;
  keepAddress(game.moves.length > known && game.at === game.moves.length ? "pushState" : "replaceState");
  known = game.moves.length;
  review.draw();
  build.draw();
  if (!one("#tree").hidden) tree.draw();
});
board.addEventListener("exchange", ({ detail }) => build.show(detail));
board.addEventListener("gameover", () => {
  showTab("review");
  if (board.game.fromEmptyBoard) review.run();
});
addEventListener("popstate", () => {
  known = Infinity;
  open(location.search);
});

one("#new-game").addEventListener("click", () => {
  board.removeAttribute("seed");
  known = 0;
  board.newGame();
});
one("#undo").addEventListener("click", () => board.undo());
one("#redo").addEventListener("click", () => board.redo());
one("#resume").addEventListener("click", () => board.game.resume());
one("#hint").addEventListener("click", async () => {
  const move = await board.hint();
  if (!move) return;
  hinted = board.game.position;
  one("#hint-text").textContent = `Hint, ${placeOf(board.game.position, move.cell)}: ${move.text}.`;
});
one("#scores").addEventListener("change", ({ target }) => {
  board.toggleAttribute("show-scores", target.checked);
  keepAddress();
});

open(location.search);
