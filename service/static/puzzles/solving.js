// The course of a puzzle on the board. The level perfect defends, so only a right move can lead to a
// win: a try is judged by the analysis of the position after it.

import { errorOf, nameOf, requestFor } from "../client/pages.js";
import { stars } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

const words = messages.puzzles;
const NOTHING = []; // no shapes

export class Solving {
  #board;
  #box;
  #said;
  #buttons;
  #solved; // called when a puzzle is solved without help
  #start = null; // the position of the puzzle on the board
  // By ply of the game: {text, plies, isHinted, isShown, isDone, shapes}. `plies` is the distance to the
  // win; without it the person cannot go on. `shapes` mark a wrong try.
  #verdicts = [];
  #shapes = NOTHING; // those on the board
  #tries = 0; // wrong ones
  #isHelped = false;

  // The box has the task or a verdict, and the buttons.
  constructor(box, board, { next, solved }) {
    this.#board = board;
    this.#box = box;
    this.#said = box.querySelector("[role=status]");
    const buttons = [...box.querySelectorAll("button")];
    this.#buttons = Object.fromEntries(buttons.map((button) => [button.name, button]));
    this.#solved = solved;
    board.messages = { completed: () => "", won: () => "", drawn: "" }; // the box speaks of the end
    const actions = { again: () => this.#takeBack(), hint: () => this.#hint(), next };
    for (const [name, act] of Object.entries(actions)) this.#buttons[name].addEventListener("click", act);
    board.addEventListener("beforemove", () => this.#verdicts.splice(board.game.at + 1));
    board.addEventListener("move", ({ detail: { by, cell } }) => {
      if (this.#isOpen && by === "level") this.#judge(cell);
    });
    board.addEventListener("gameover", ({ detail }) => this.#isOpen && this.#end(detail.winner));
    board.addEventListener("change", () => this.#draw());
  }

  get accepts() {
    return Boolean(this.#verdict?.plies);
  }

  // Starts a puzzle; without one, says that the position is none.
  open(position, puzzle) {
    this.#start = position;
    const text = puzzle ? this.#task(puzzle.plies) : words.none;
    this.#verdicts = [{ text, plies: puzzle?.plies }];
    this.#tries = 0;
    this.#isHelped = false;
    this.#draw();
  }

  close() {
    this.#verdicts = [];
    this.#said.textContent = "";
    for (const button of Object.values(this.#buttons)) button.hidden = true;
    this.#mark(NOTHING);
  }

  get #isOpen() {
    return this.#verdicts.length > 0;
  }

  get #verdict() {
    return this.#verdicts[this.#board.game.at];
  }

  #task(plies) {
    return words.task(this.#start.side_to_move, Math.ceil(plies / 2));
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
      return { text: `${left > plies - 2 ? words.slower : words.right} ${this.#task(left)}`, plies: left };
    }
    const { replies, refuted } = words;
    const { reason } = analysis.moves.find(({ cell }) => cell === reply);
    const does = (replies[reason] ?? replies.other)(position.side_to_move, nameOf(position, reply));
    const text = refuted[analysis.outcome](nameOf(position, tried), does, analysis.plies_to_end);
    return { text, shapes: shapesOf(tried, reply) };
  }

  // A defeat or a draw is judged as every reply is.
  #end(winner) {
    if (winner !== this.#start.side_to_move) return;
    const isSolved = !this.#isHelped;
    const text = isSolved ? words.solved(this.#tries) : words.helped;
    this.#verdicts[this.#board.game.at] = { text, isDone: true, isSolved };
    this.#draw();
    if (!isSolved) return;
    this.#solved();
    this.#box.append(stars()); // as after a game that is won
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
    const { shown, lookFor } = words;
    if (verdict.isHinted) {
      this.#isHelped = verdict.isShown = true;
      verdict.text = shown(nameOf(position, move.cell));
    } else {
      verdict.isHinted = true;
      verdict.text = (lookFor[move.reason] ?? lookFor.other)(move.row + 1);
    }
    this.#draw();
  }

  // Shows the verdict, and the buttons that can do something; the main one is the one to press now. Until
  // there is a verdict on the position shown, the box stays as it is.
  #draw() {
    if (!this.#verdict) return;
    const { text, plies, isHinted, isShown, shapes = NOTHING } = this.#verdict;
    const { isDone = false, isSolved = false } = this.#verdict;
    const { again, hint, next } = this.#buttons;
    const isWrong = !plies && !isDone && this.#board.game.at > 0;
    if (this.#said.textContent !== text) this.#said.textContent = text;
    this.#said.classList.toggle("solved", isSolved);
    if (!isSolved) this.#box.querySelector(".stars")?.remove();
    again.hidden = !isWrong;
    again.classList.toggle("main", isWrong);
    hint.hidden = !plies || isShown === true;
    hint.textContent = isHinted ? words.show : words.hint;
    next.hidden = false;
    next.classList.toggle("main", isDone);
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
  const badge = { type: "badge", cell: tried, text: "?", color: "bad" };
  return [badge, { type: "arrow", to: reply, color: "bad" }];
}
