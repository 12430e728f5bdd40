// The course of a puzzle on the board. The level perfect defends, so only a right move can lead to a
// win: a try is judged by the analysis of the position after it.

import { errorOf, nameOf, requestFor } from "../client/pages.js";
import { stars } from "../shared/dom.js";
import { messages } from "../shared/messages.js";

const words = messages.puzzles;
const READING = 2000; // milliseconds until a wrong try is taken back, or the next puzzle comes

export class Solving {
  #board;
  #said;
  #buttons;
  #solved; // called when a puzzle is solved without help; returns whether the next one comes by itself
  #next; // called to go on to it
  #timer = 0; // of what happens by itself
  // By ply of the game: {text, plies, isHinted, isShown, isStuck, isDone, isSolved, shapes}. `plies` is the
  // distance to the win; without it the person cannot go on. `shapes` mark a wrong try.
  #verdicts = [];
  #tries = 0; // wrong ones

  // The box has the task or a verdict, and the buttons.
  constructor(box, board, { next, solved }) {
    this.#board = board;
    this.#said = box.querySelector("[role=status]");
    const buttons = [...box.querySelectorAll("button")];
    this.#buttons = Object.fromEntries(buttons.map((button) => [button.name, button]));
    this.#solved = solved;
    this.#next = next;
    // The box speaks of the task and of the end.
    board.messages = { completed: () => "", won: () => "", drawn: "", yourTurn: () => "", toMove: () => "" };
    const actions = { again: () => this.#takeBack(), hint: () => this.#hint(), next: () => this.#next() };
    for (const [name, act] of Object.entries(actions)) this.#buttons[name].addEventListener("click", act);
    board.addEventListener("beforemove", () => this.#verdicts.splice(board.game.at + 1));
    board.addEventListener("move", ({ detail: { by, cell } }) =>
      this.#isOpen && by === "level" && this.#judge(cell));
    board.addEventListener("gameover", ({ detail }) => this.#isOpen && this.#end(detail.winner));
    board.addEventListener("change", () => this.#draw());
  }

  // Starts a puzzle; without one, says that the position is none.
  open(puzzle) {
    const text = puzzle ? this.#task(puzzle.plies) : words.none;
    this.#verdicts = [{ text, plies: puzzle?.plies }];
    this.#tries = 0;
    this.#draw();
  }

  close() {
    clearTimeout(this.#timer);
    this.#verdicts = [];
    this.#board.viewOnly = true;
    this.#said.textContent = "";
    for (const button of Object.values(this.#buttons)) button.hidden = true;
    this.#board.shapes = [];
  }

  get #isOpen() {
    return this.#verdicts.length > 0;
  }

  get #verdict() {
    return this.#verdicts[this.#board.game.at];
  }

  #task(plies) {
    return words.task(this.#board.side, Math.ceil(plies / 2));
  }

  // Judges the try before this reply.
  async #judge(reply) {
    const { game } = this.#board;
    this.#board.viewOnly = true; // until the try is judged
    const { at } = game;
    const before = game.positions[at - 1];
    const tried = game.moves[at - 2];
    const verdict = await this.#verdictOn(before, tried, reply, this.#verdicts[at - 2].plies);
    if (game.positions[at - 1] === before) this.#give(verdict); // and no other puzzle or try
  }

  // The verdict on a try that leads to a position, from which the other side replies.
  async #verdictOn(position, tried, reply, plies) {
    let analysis;
    try {
      analysis = await this.#board.client.analysis(requestFor(position));
    } catch (error) {
      return { text: errorOf(error, this.#board.messages), isStuck: true };
    }
    if (analysis.outcome === "loss") {
      const left = (analysis.plies_to_end ?? plies) - 1; // null: a slower win of unproved length
      return { text: `${left > plies - 2 ? words.slower : words.right} ${this.#task(left)}`, plies: left };
    }
    const { replies, refuted } = words;
    const { reason } = analysis.moves.find(({ cell }) => cell === reply);
    const does = (replies[reason] ?? replies.other)(position.side_to_move, nameOf(position, reply));
    const text = refuted[analysis.outcome](nameOf(position, tried), does, analysis.plies_to_end);
    return { text, shapes: [wrong(tried), { type: "arrow", to: reply, color: "bad" }] };
  }

  // Gives a verdict on the position shown. A wrong try is shown for a moment, and taken back.
  #give(verdict) {
    this.#verdicts[this.#board.game.at] = verdict;
    this.#draw();
    if (!verdict.shapes) return;
    this.#tries += 1;
    this.#timer = setTimeout(() => {
      this.#takeBack();
      this.#verdict.text = `${verdict.text} ${words.again}`;
      this.#draw();
    }, READING);
  }

  // A defeat or a draw is judged as every reply is; a draw by one's own last move has none.
  #end(winner) {
    const { at, last, moves, positions } = this.#board.game;
    if (winner !== this.#board.side) {
      if (last?.by !== "person") return;
      const tried = moves[at - 1];
      this.#give({ text: words.noWin(nameOf(positions[at], tried)), shapes: [wrong(tried)] });
      return;
    }
    const isSolved = !this.#verdicts.some((verdict) => verdict?.isShown);
    const text = isSolved ? words.solved(this.#tries) : words.helped;
    this.#give({ text, isDone: true, isSolved });
    if (!isSolved) return;
    if (this.#solved()) this.#timer = setTimeout(this.#next, READING);
    this.#board.after(stars()); // as after a game that is won
  }

  // Goes back to the last position that is won.
  #takeBack() {
    const { game } = this.#board;
    game.goTo(this.#verdicts.slice(0, game.at).findLastIndex((verdict) => verdict?.plies));
    this.#board.focus();
  }

  // The first hint says what to look for, the second one shows the move.
  async #hint() {
    const verdict = this.#verdict;
    if (!verdict?.plies) return;
    const { game } = this.#board;
    const { position } = game;
    const move = verdict.isHinted ? await this.#board.hint() : (await game.analyse())?.moves[0];
    if (!move || game.position !== position) return; // the board reports the error
    const { shown, lookFor } = words;
    const look = lookFor[move.reason] ?? lookFor.other;
    verdict.text = verdict.isHinted ? shown(nameOf(position, move.cell)) : look(move.row + 1);
    verdict.isShown = verdict.isHinted;
    verdict.isHinted = true;
    this.#draw();
  }

  // Shows the verdict, and the buttons that can do something; the main one is the one to press now. Until
  // there is a verdict on the position shown, the box stays as it is.
  #draw() {
    if (!this.#verdict) return;
    const { text, plies, isHinted, isShown, shapes } = this.#verdict;
    const { isStuck = false, isDone = false, isSolved = false } = this.#verdict;
    const { again, hint, next } = this.#buttons;
    this.#board.viewOnly = !plies;
    if (this.#said.textContent !== text) this.#said.textContent = text;
    this.#said.classList.toggle("solved", isSolved);
    if (!isSolved) document.querySelector(".stars")?.remove();
    again.hidden = !isStuck;
    again.classList.toggle("main", isStuck);
    hint.hidden = !plies || Boolean(isShown);
    hint.textContent = isHinted ? words.show : words.hint;
    next.hidden = false;
    next.classList.toggle("main", isDone);
    this.#board.shapes = shapes;
  }
}

const wrong = (tried) => ({ type: "badge", cell: tried, text: "?", color: "bad" });
