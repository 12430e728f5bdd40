// The review of a game: why each move was good or bad, a chart of the game's value, and the moves,
// which lead to their positions.

import { nameOf, OTHER, requestFor } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { boardMessages, messages, wordsOf } from "../shared/messages.js";
import { chartOf } from "./chart.js";
import { FINE, pliesOf, VERDICT_SIGNS, simplified, summaryOf } from "./plies.js";

export class Review {
  isOpen = false;

  #section;
  #report;
  #board;
  #review = null;
  #of = ""; // the moves of the reviewed game
  #abort = null; // aborts the pending review
  #reasons = new Map(); // by ply: {best, refutation}, the best move and the best play after the mistake
  #followed = { at: 0, plies: 0 }; // how far the refutation is shown, after which ply

  constructor(section, board) {
    this.#section = section;
    this.#report = section.querySelector("#report");
    this.#board = board;
  }

  // Reviews the game and shows the move that decided it, or else the first that was not best, unless the
  // person has gone to another move in the meantime.
  async open() {
    const { game } = this.#board;
    const { position } = game;
    if (!(await this.reopen()) || game.position !== position) return;
    const { turning_point: turning, plies } = this.#review ?? {};
    const ply = turning ?? plies?.find(({ verdict }) => !FINE.includes(verdict))?.ply;
    game.goTo(ply ?? game.moves.length);
    this.#board.closest("section").scrollIntoView({ block: "start" });
    this.#report.focus({ preventScroll: true });
  }

  // Reviews the game, and stays at the position shown. Resolves to whether the person still waits for it.
  async reopen() {
    this.isOpen = true;
    this.#section.hidden = false;
    const of = this.#board.game.moves.join();
    const run = this.#run();
    this.#board.game.set({}); // draws the page
    await run;
    const isAwaited = this.isOpen && this.#of === of; // The person may have gone on to another game.
    if (isAwaited) this.#board.game.set({});
    return isAwaited;
  }

  close() {
    this.isOpen = false;
    this.#section.hidden = true;
    this.#abort?.abort();
  }

  // What the board shows of the review: the sign of a wrong move, a best one in its place, and the
  // refutation as far as it was asked for.
  get shapes() {
    const ply = this.#ply;
    if (!ply || FINE.includes(ply.verdict)) return [];
    const { best_moves: [best], cell, side, verdict } = ply;
    const { verdicts } = messages;
    const sides = [OTHER[side], side];
    const followed = this.#line.map((each, i) => ({ type: "mark", cell: each, side: sides[i % 2] }));
    return [
      { type: "badge", cell, text: VERDICT_SIGNS[verdict], label: verdicts[verdict], color: "bad" },
      ...(followed.length ? followed : [{ type: "circle", cell: best, label: verdicts.best, color: "good" }]),
    ];
  }

  draw() {
    const { game } = this.#board;
    const isOfThis = this.#of === game.moves.join() && game.fromEmptyBoard;
    if (!isOfThis) this.#review = null;
    if (!this.isOpen) return;
    if (!isOfThis) this.close();
    else if (this.#review) this.#drawReview();
  }

  // The ply that led to the position shown.
  get #ply() {
    return this.isOpen ? this.#review?.plies[this.#board.game.at - 1] ?? null : null;
  }

  // The part of the refutation that is shown.
  get #line() {
    const { at, plies } = this.#followed;
    const { refutation = [] } = this.#reasons.get(this.#board.game.at) ?? {};
    return at === this.#board.game.at ? refutation.slice(0, plies) : [];
  }

  async #run() {
    const { game } = this.#board;
    const moves = [...game.moves];
    if (this.#review && this.#of === moves.join()) return;
    this.#of = moves.join();
    this.#review = null;
    this.#reasons.clear();
    this.#say(messages.reviewing);
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    try {
      const onProgress = (progress) => !signal.aborted && this.#tell(progress);
      const review = await game.review({ moves, onProgress, signal });
      if (!signal.aborted) this.#review = simplified(review);
    } catch (error) {
      if (signal.aborted) return;
      const again = button(boardMessages.tryAgain, () => this.open());
      this.#say(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  #tell({ plies, plies_reviewed: reviewed }) {
    const text = messages.reviewed(reviewed, plies);
    if (this.#report.textContent !== text) this.#say(text);
  }

  // Finds out why a move was wrong: what the best one does, and what follows the one played.
  async #explain(number) {
    const { game, client } = this.#board;
    const review = this.#review;
    const [cell] = review.plies[number - 1].best_moves;
    try {
      const ask = (position) => client.analysis(requestFor(position));
      const [before, after] = await Promise.all(game.positions.slice(number - 1, number + 1).map(ask));
      if (this.#review !== review) return;
      const best = before.moves.find((move) => move.cell === cell);
      this.#reasons.set(number, { best, reply: after.moves[0], refutation: after.principal_variation });
    } catch {
      if (this.#review === review) this.#reasons.delete(number); // it is asked for again at the next visit
      return;
    }
    if (game.at === number) game.set({}); // draws the page
  }

  #tryAgain(ply) {
    this.close();
    this.#board.game.goTo(ply - 1);
    this.#board.focus();
  }

  #follow() {
    const { game } = this.#board;
    this.#followed = { at: game.at, plies: this.#line.length + 1 };
    game.set({});
  }

  // Replaces the content; the focus moves to the button as far from the end, or to the report.
  #say(...children) {
    const buttons = () => [...this.#report.querySelectorAll("button")];
    const focused = document.activeElement;
    const hadFocus = this.#report.contains(focused);
    const fromEnd = buttons().reverse().indexOf(focused);
    this.#report.replaceChildren(...children);
    if (hadFocus) (buttons().reverse()[fromEnd] ?? this.#report).focus({ preventScroll: true });
  }

  #drawReview() {
    const review = this.#review;
    const { game } = this.#board;
    const { at } = game;
    const isUnfolded = this.#report.querySelector("details[open]") !== null;
    const goTo = (to) => game.goTo(to);
    const ply = this.#ply;
    if (ply && !FINE.includes(ply.verdict) && !this.#reasons.has(at)) {
      this.#reasons.set(at, {}); // asked for
      this.#explain(at);
    }
    this.#say(
      html("div", { className: "detail" }, this.#detail(ply)),
      chartOf(review, at, goTo),
      html("div", {}, pliesOf(review, at, goTo, isUnfolded)),
      html("p", { className: "summary" }, summaryOf(review)));
  }

  // The text about a move, and what to do about a mistake.
  #detail(ply) {
    if (!ply) return html("p", {}, boardMessages.start);
    const { position, turning_point: turning } = this.#review;
    const { side, cell, verdict } = ply;
    const { best, reply, refutation = [] } = this.#reasons.get(ply.ply) ?? {};
    const { sentence } = boardMessages;
    const does = (move) => `${nameOf(position, move.cell)}: ${lower(sentence(move))}.`;
    const isWrong = !FINE.includes(verdict);
    return [
      html("p", {},
        html("strong", {}, `${ply.ply}. ${side} ${nameOf(position, cell)}: ${messages.verdicts[verdict]}`),
        turning === ply.ply && ` · ${messages.decided}`),
      !isWrong && html("p", {}, `${sentence({ ...ply, ...ply.after })}.`),
      best && html("p", {}, `${messages.better} ${does(best)}`),
      reply && html("p", {}, `${messages.reply(OTHER[side])} ${does(reply)}`),
      isWrong && html("div", { className: "controls" },
        this.#board.game.isPerson(side) && button(messages.tryMoveAgain, () => this.#tryAgain(ply.ply)),
        refutation.length > this.#line.length && button(messages.follow, () => this.#follow())),
    ];
  }
}

const lower = (words) => words[0].toLowerCase() + words.slice(1);
