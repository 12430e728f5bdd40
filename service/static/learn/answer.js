// An answer given in the tree, before it is checked: a word or number written into the node that a question
// is about, a move played on its board, a cut drawn on the edge to one of its moves, or a node picked.
//
// A question has its choices in the tree: `writes` has a text for each. Or `picks` has a node for each, or
// the cell of a move at the node that it is about; null is the choice of those who pick nothing.

import { Typing } from "../tree/typing.js";

export class Answer {
  chosen; // the index of a choice, or null
  cutAt; // the node whose moves can be cut, or null
  isMove; // whether a move is played on the board of the node that the question is about
  nodes; // to choose from, all of them in the tree already
  #question;
  #none; // the index of the choice of those who pick nothing, or null
  #texts; // to type for each choice
  #wrong = new Set(); // choices
  #typing = new Typing();

  constructor(question) {
    const { about, choices, picks = [], writes, isCut = false } = question;
    this.#question = question;
    this.cutAt = isCut ? about : null;
    this.isMove = !isCut && Number.isInteger(picks[0]);
    this.nodes = picks.filter((pick) => pick?.marks);
    this.#none = picks.includes(null) ? picks.indexOf(null) : null;
    this.#texts = writes ?? (this.nodes.length ? [] : choices.map(([words]) => words));
    this.chosen = this.#none;
  }

  get isGiven() {
    return this.chosen !== null && !this.#wrong.has(this.chosen);
  }

  // Takes a click on a node or on a cell of its board, or the space bar. Returns whether that is an answer.
  act(node, part) {
    const { about, choices, picks } = this.#question;
    if (picks) return this.#pick(picks.findIndex((pick) => this.#isAt(pick, node, part)));
    if (node !== about) return false;
    const left = [...choices.keys()].filter((index) => !this.#wrong.has(index));
    this.chosen = left[(left.indexOf(this.chosen) + 1) % left.length];
    return true;
  }

  // Takes a key, of which several in turn can make a text. Returns whether there is such a choice.
  type(key) {
    const index = this.#typing.take(key, this.#texts);
    if (index >= 0) this.chosen = index;
    return index >= 0;
  }

  // Takes an answer back that is wrong.
  reject(index) {
    this.#wrong.add(index);
    this.chosen = this.#none;
    this.#typing.clear();
  }

  // How a node is drawn because of the question, or null if it is not part of it.
  drawn(node) {
    const { about, picks, writes, isCut } = this.#question;
    const isAbout = node === about;
    const text = writes?.[this.chosen] ?? "?";
    const name = `asked about, your answer: ${text}`;
    if (!picks) return isAbout ? { classes: ["asked"], text, name } : null;
    const chosen = picks[this.chosen] ?? null;
    if (isAbout && this.isMove) return { classes: ["asked"], cells: picks, cell: chosen };
    const index = picks.findIndex((pick) => this.#isAt(pick, node));
    if (index < 0) return isAbout ? { classes: ["asked"] } : null;
    const isChosen = index === this.chosen;
    const isSkipped = isCut && chosen !== null && index <= this.chosen;
    const classes = ["choice", isChosen && "picked", isSkipped && "dropped"].filter(Boolean);
    return { classes, isChecked: isChosen, isStruck: isCut && isChosen };
  }

  // Picks a choice, or puts it back.
  #pick(index) {
    if (index < 0) return false;
    this.chosen = index === this.chosen ? this.#none : index;
    return true;
  }

  #isAt(pick, node, cell = null) {
    const { about } = this.#question;
    if (pick === node) return true;
    if (!Number.isInteger(pick)) return false;
    return node === about ? cell === pick : node.parent === about && node.cell === pick;
  }
}
