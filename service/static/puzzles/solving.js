// The course of a puzzle on the board. The level perfect defends, so only a right move can lead to a
// win: a try is judged by the analysis of the position after it.

import { errorOf, nameOf, requestFor } from "../client/pages.js";
import { html, stars } from "../shared/dom.js";
import { sizeOf } from "./list.js";

const NOTHING = []; // no shapes

export class Solving {
  #board;
  #messages;
  #box;
  #solved; // called when a puzzle is solved without help
  #start = null; // the position of the puzzle on the board
  // By ply of the game: {text, plies, isHinted, isShown, isDone, shapes}. `plies` is the distance to the
  // win; without it the person cannot go on. `shapes` mark a wrong try.
  #verdicts = [];
  #shapes = NOTHING; // those on the board
  #tries = 0; // wrong ones
  #isHelped = false;

  constructor(element, title, board, messages, { next, solved }) {
    this.#board = board;
    this.#messages = messages;
    this.#solved = solved;
    board.messages = { completed: () => "", won: () => "", drawn: "" }; // the box speaks of the end
    this.#box = new Box(element, title, messages, {
      again: () => this.#takeBack(),
      hint: () => this.#hint(),
      next,
    });
    board.addEventListener("beforemove", () => this.#verdicts.splice(board.game.at + 1));
    board.addEventListener("move", ({ detail }) => this.#isOpen && detail.by === "level" && this.#judge(detail.cell));
    board.addEventListener("gameover", ({ detail }) => this.#isOpen && this.#end(detail.winner));
    board.addEventListener("change", () => this.#draw());
  }

  get accepts() {
    return Boolean(this.#verdict?.plies);
  }

  // Starts a puzzle; without one, says that the position is none.
  open(position, puzzle) {
    this.#start = position;
    const text = puzzle ? this.#task(puzzle.plies) : this.#messages.none;
    this.#verdicts = [{ text, plies: puzzle?.plies }];
    this.#tries = 0;
    this.#isHelped = false;
    this.#box.open(position, puzzle);
    this.#draw();
  }

  close() {
    this.#verdicts = [];
    this.#mark(NOTHING);
  }

  get #isOpen() {
    return this.#verdicts.length > 0;
  }

  get #verdict() {
    return this.#verdicts[this.#board.game.at];
  }

  #task(plies) {
    return this.#messages.task(this.#start.side_to_move, Math.ceil(plies / 2));
  }

  // Judges the try before this reply.
  async #judge(reply) {
    const { game } = this.#board;
    const { at } = game;
    const before = game.positions[at - 1];
    const tried = game.moves[at - 2];
    const verdict = await this.#verdictOn(before, tried, reply, this.#verdicts[at - 2].plies);
    if (game.positions[at - 1] !== before) return; // another puzzle or try
    this.#verdicts[at] = verdict;
    if (verdict.shapes) this.#tries += 1;
    this.#draw();
  }

  // The verdict on a try that leads to a position, from which the other side replies.
  async #verdictOn(position, tried, reply, plies) {
    let analysis;
    try {
      analysis = await this.#board.client.analysis(requestFor(position));
    } catch (error) {
      return { text: errorOf(error, this.#board.messages) };
    }
    if (analysis.outcome === "loss") {
      const left = (analysis.plies_to_end ?? plies) - 1; // null: a slower win of unproved length
      const { right, slower } = this.#messages;
      return { text: `${left > plies - 2 ? slower : right} ${this.#task(left)}`, plies: left };
    }
    const { replies, refuted } = this.#messages;
    const { reason } = analysis.moves.find(({ cell }) => cell === reply);
    const does = (replies[reason] ?? replies.other)(position.side_to_move, nameOf(position, reply));
    const text = refuted[analysis.outcome](nameOf(position, tried), does, analysis.plies_to_end);
    return { text, shapes: shapesOf(tried, reply) };
  }

  // A defeat or a draw is judged as every reply is.
  #end(winner) {
    if (winner !== this.#start.side_to_move) return;
    const { solved, helped } = this.#messages;
    const isSolved = !this.#isHelped;
    const text = isSolved ? solved(this.#tries) : helped;
    this.#verdicts[this.#board.game.at] = { text, isDone: true, isSolved };
    this.#draw();
    if (!isSolved) return;
    this.#solved();
    this.#box.celebrate();
  }

  // Goes back to the last position that is won.
  #takeBack() {
    const { game } = this.#board;
    game.goTo(this.#verdicts.slice(0, game.at).findLastIndex((verdict) => verdict?.plies));
    this.#board.focus();
  }

  // The first hint says what to look for, the second one shows the move.
  async #hint() {
    if (!this.accepts) return;
    const verdict = this.#verdict;
    const { game } = this.#board;
    const { position } = game;
    const move = verdict.isHinted ? await this.#board.hint() : (await game.analyse())?.moves[0];
    if (!move || game.position !== position) return; // the board reports the error
    const { shown, lookFor } = this.#messages;
    if (verdict.isHinted) {
      this.#isHelped = verdict.isShown = true;
      verdict.text = shown(nameOf(position, move.cell));
    } else {
      verdict.isHinted = true;
      verdict.text = (lookFor[move.reason] ?? lookFor.other)(move.row + 1);
    }
    this.#draw();
  }

  // Until there is a verdict on the position shown, the box stays as it is.
  #draw() {
    if (!this.#verdict) return;
    const { text, plies, isHinted, isShown, isDone = false, isSolved = false, shapes = NOTHING } = this.#verdict;
    const isWrong = !plies && !isDone && this.#board.game.at > 0;
    const hint = plies && !isShown ? this.#messages[isHinted ? "show" : "hint"] : null;
    this.#box.draw({ text, canTakeBack: isWrong, hint, isDone, isSolved });
    this.#mark(shapes);
  }

  #mark(shapes) {
    if (this.#shapes === shapes) return;
    this.#shapes = shapes;
    this.#board.shapes = shapes;
  }
}

// A question mark on the try, and an arrow to its refutation.
function shapesOf(tried, reply) {
  return [
    { type: "badge", cell: tried, text: "?", color: "bad" },
    { type: "arrow", to: reply, color: "bad" },
  ];
}

// The puzzle at the board: its title, the task or a verdict, and the buttons.
export class Box {
  #messages;
  #title;
  #said = html("p", { role: "status" });
  #buttons;
  #parts;
  #element;

  // `actions` has a function for each button.
  constructor(element, title, messages, actions) {
    this.#messages = messages;
    this.#title = title;
    this.#element = element;
    const buttonOf = (name) => [name, html("button", { type: "button", onclick: actions[name] }, messages[name])];
    this.#buttons = Object.fromEntries(["again", "hint", "next"].map(buttonOf));
    this.#parts = [this.#said, html("div", { className: "controls" }, Object.values(this.#buttons))];
  }

  // Shows a puzzle; one from a link has no number.
  open(position, puzzle) {
    const { difficulties, inARow } = this.#messages;
    const name = puzzle?.number ? `${difficulties[puzzle.difficulty]} ${puzzle.number}: ` : "";
    this.#title.textContent = `${name}${sizeOf(position)}, ${inARow(position.in_a_row)}`;
    if (!this.#said.isConnected) this.#element.replaceChildren(...this.#parts);
  }

  // Shows a text, and the buttons that can do something; the main one is the one to press now.
  draw({ text, canTakeBack, hint, isDone, isSolved }) {
    const { again, hint: hintButton, next } = this.#buttons;
    if (this.#said.textContent !== text) this.#said.textContent = text;
    this.#said.classList.toggle("solved", isSolved);
    if (!isSolved) this.#element.querySelector(".stars")?.remove();
    again.hidden = !canTakeBack;
    hintButton.hidden = !hint;
    if (hint) hintButton.textContent = hint;
    again.classList.toggle("main", canTakeBack);
    next.classList.toggle("main", isDone);
  }

  // As after a game that is won.
  celebrate() {
    this.#element.append(stars());
  }
}
