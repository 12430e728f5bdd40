// All puzzles: the list, the progress, and the puzzle on the board.

import { requestFor } from "../../../client/position.js";
import { positionOf } from "../link.js";
import { messagesFor } from "./languages.js";
import { List } from "./list.js";
import { Progress } from "./progress.js";
import { Solving } from "./solving.js";
import { keyOf, variantOf } from "./variants.js";

const FILE = new URL("../puzzles.json", import.meta.url);

export class Collection {
  #all; // {position, key, plies, difficulty, number}, easiest first; the number counts one difficulty
  #board;
  #client;
  #progress = new Progress();
  #list;
  #solving;
  #current = null; // the puzzle on the board

  static async load(parts, actions) {
    const [messages, response] = await Promise.all([messagesFor(document.documentElement.lang), fetch(FILE)]);
    return new Collection(puzzlesOf(await response.json()), messages, parts, actions);
  }

  constructor(all, messages, { box, panel, board, client }, { choose, leave }) {
    const open = (puzzle) => {
      choose(variantOf(puzzle.position));
      board.focus();
    };
    const next = () => open(this.#next());
    this.#all = all;
    this.#board = board;
    this.#client = client;
    this.#list = new List(panel, all, this.#progress, messages, { open, next });
    this.#solving = new Solving(box, board, client, messages, { next, leave, solved: () => this.#keep() });
  }

  // Whether the person can move on the board.
  get accepts() {
    return this.#solving.accepts;
  }

  // Lets the person solve the position shown, if it is a puzzle.
  async open(position) {
    const key = keyOf(position);
    const listed = this.#all.find((puzzle) => puzzle.key === key) ?? null;
    const puzzle = listed ?? (await this.#found(position));
    if (this.#board.game.positions[0] !== position) return; // another one has been opened
    this.#current = listed;
    this.#list.draw(listed);
    this.#solving.open(position, puzzle);
  }

  close() {
    this.#current = null;
    this.#list.draw(null);
    this.#solving.close();
  }

  // The puzzle in a position that is not in the list; null if none, or several moves win.
  async #found(position) {
    try {
      const { moves, solved, plies_to_end: plies } = await this.#client.analysis(requestFor(position));
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

function puzzlesOf(entries) {
  const counts = {};
  return entries.map((entry) => {
    const { plies_to_end: plies, difficulty } = entry;
    const position = positionOf(entry);
    const number = (counts[difficulty] = (counts[difficulty] ?? 0) + 1);
    return { position, key: keyOf(position), plies, difficulty, number };
  });
}
