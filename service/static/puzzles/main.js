// The page of puzzles: the fragment of its URL contains the puzzle on the board.

import "../client/noughts-board.js";
import { requestFor } from "../client/pages.js";
import { html } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { arrived, ready } from "../shared/page.js";
import { put, readPuzzle, writePuzzle } from "../shared/query.js";
import { keyOf, List, Progress, puzzlesOf, variantOf } from "./list.js";
import { en } from "./messages/en.js";
import { Solving } from "./solving.js";

// The languages besides English, which is loaded with the page.
const languages = {
  de: async () => (await import("./messages/de.js")).de,
  es: async () => (await import("./messages/es.js")).es,
};

// The messages for a language tag such as "de-AT"; English if there are none, or if they do not arrive.
async function messagesFor(tag) {
  const [language] = tag.toLowerCase().split("-");
  return language in languages ? arrived(languages[language]()).catch(() => en) : en;
}

const FILE = new URL("./puzzles.json", import.meta.url);

// All puzzles: the list, the progress, and the puzzle on the board.
class Collection {
  #all; // {position, key, plies, difficulty, number}, easiest first; the number counts one difficulty
  #board;
  #progress = new Progress();
  #list;
  #solving;
  #current = null; // the puzzle on the board; null for one that is not in the list

  // `parts` has {box, title, list, board}.
  static async load(parts) {
    const [messages, response] = await Promise.all([messagesFor(document.documentElement.lang), fetch(FILE)]);
    return new Collection(puzzlesOf(await response.json()), messages, parts);
  }

  constructor(all, messages, { box, title, list, board }) {
    const choose = (puzzle) => {
      location.hash = writePuzzle(variantOf(puzzle.position)); // the page opens it
      board.focus();
    };
    this.#all = all;
    this.#board = board;
    this.#list = new List(list, all, this.#progress, messages, choose);
    const next = () => choose(this.#next());
    this.#solving = new Solving(box, title, board, messages, { next, solved: () => this.#keep() });
  }

  // Whether the person can move on the board.
  get accepts() {
    return this.#solving.accepts;
  }

  // Puts the first unsolved puzzle into the URL, and returns its position.
  chooseFirst() {
    const position = variantOf(this.#next().position);
    history.replaceState(null, "", writePuzzle(position));
    return position;
  }

  // Lets the person solve the position shown, if it is a puzzle.
  async open(position) {
    this.#solving.close();
    const key = keyOf(position);
    const listed = this.#all.find((puzzle) => puzzle.key === key) ?? null;
    const puzzle = listed ?? (await this.#found(position));
    if (this.#board.game.positions[0] !== position) return; // another one has been opened
    this.#current = listed;
    this.#list.draw(listed);
    this.#solving.open(position, puzzle);
  }

  // The puzzle in a position that is not in the list; null if none, or several moves win.
  async #found(position) {
    try {
      const { moves, solved, plies_to_end: plies } = await this.#board.client.analysis(requestFor(position));
      const isPuzzle = solved && moves.filter(({ outcome }) => outcome === "win").length === 1;
      return isPuzzle ? { plies } : null;
    } catch (error) {
      if (error.problem) return null; // such as an illegal position
      throw error;
    }
  }

  #keep() {
    if (this.#current) this.#progress.add(this.#current.key);
    this.#list.draw(this.#current);
  }

  // The next unsolved puzzle; if all are solved, the next one.
  #next() {
    const at = this.#all.indexOf(this.#current) + 1;
    const following = [...this.#all.slice(at), ...this.#all.slice(0, at)];
    return following.find(({ key }) => !this.#progress.has(key)) ?? following[0];
  }
}

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
ready();
await open();
