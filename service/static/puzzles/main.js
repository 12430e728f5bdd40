// The page of puzzles: the fragment of its URL contains the puzzle on the board.

import "../client/pages.js";
import { html } from "../shared/dom.js";
import { messages, translatePage } from "../shared/messages.js";
import { put, readPuzzle } from "../shared/query.js";
import { Collection } from "./collection.js";

const one = (selector) => document.querySelector(selector);
const board = one("noughts-board");
let collection = null;

// Opens the puzzle in the URL, or else the next one.
async function open() {
  try {
    collection ??= await Collection.load({ box: one("#puzzle"), title: one("h1"), list: one("#list"), board });
    const position = readPuzzle(location.hash) ?? collection.chooseFirst();
    put(board, { side: position.side_to_move });
    board.newGame({ position });
    await collection.open(position);
  } catch (error) {
    console.error(error); // it may also be a bug
    const again = html("button", { type: "button", onclick: open }, messages.tryAgain);
    one("#puzzle").replaceChildren(html("p", { role: "alert" }, board.messages.noAnswer), again);
  }
}

board.addEventListener("beforemove", (event) => {
  if (!collection?.accepts) event.preventDefault();
});
addEventListener("popstate", open);
one(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.focus();
});
translatePage();
await open();
