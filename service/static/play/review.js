// The review of a game: why each move was good or bad, a chart of the game's value, and the moves,
// which lead to their positions.

import { nameOf, OTHER, requestFor } from "../client/pages.js";
import { button, html } from "../shared/dom.js";
import { boardMessages, messages, wordsOf } from "../shared/messages.js";
import { chartOf } from "./chart.js";
import { isWrong, pliesOf, VERDICT_SIGNS, simplified, summaryOf } from "./plies.js";

export function connectReview(section, board) {
  const { game } = board;
  const report = section.querySelector("#report");
  let found = null; // the review
  let of = ""; // the moves of the reviewed game
  let abort = null; // aborts the pending review
  const reasons = new Map(); // by ply: {best, refutation}, the best move and the best play after the mistake
  let followed = { at: 0, plies: 0 }; // how far the refutation is shown, after which ply

  const review = {
    isOpen: false,

    // Reviews the game and shows the move that decided it, or else the first that was not best, unless the
    // person has gone to another move in the meantime.
    async open() {
      const { position } = game;
      if (!(await review.reopen()) || game.position !== position) return;
      const ply = found?.turning_point ?? found?.plies.find(isWrong)?.ply;
      game.goTo(ply ?? game.moves.length);
      board.closest("section").scrollIntoView({ block: "start" });
      report.focus({ preventScroll: true });
    },

    // Reviews the game, and stays at the position shown. Resolves to whether the person still waits for it.
    async reopen() {
      review.isOpen = true;
      section.hidden = false;
      const moves = game.moves.join();
      const run = ask();
      game.set({}); // draws the page
      await run;
      const isAwaited = review.isOpen && of === moves; // The person may have gone on to another game.
      if (isAwaited) game.set({});
      return isAwaited;
    },

    close() {
      review.isOpen = false;
      section.hidden = true;
      abort?.abort();
    },

    // What the board shows of the review: the sign of a wrong move, a best one in its place, and the
    // refutation as far as it was asked for.
    get shapes() {
      const ply = plyShown();
      if (!ply || !isWrong(ply)) return [];
      const { best_moves: [best], cell, side, verdict } = ply;
      const { verdicts } = messages;
      const sides = [OTHER[side], side];
      const line = lineShown().map((each, i) => ({ type: "mark", cell: each, side: sides[i % 2] }));
      return [
        { type: "badge", cell, text: VERDICT_SIGNS[verdict], label: verdicts[verdict], color: "bad" },
        ...(line.length ? line : [{ type: "circle", cell: best, label: verdicts.best, color: "good" }]),
      ];
    },

    draw() {
      const isOfThis = of === game.moves.join() && game.fromEmptyBoard;
      if (!isOfThis) found = null;
      if (!review.isOpen) return;
      if (!isOfThis) review.close();
      else if (found) drawReview();
    },
  };

  // The ply that led to the position shown.
  const plyShown = () => (review.isOpen ? found?.plies[game.at - 1] ?? null : null);

  function lineShown() {
    const { refutation = [] } = reasons.get(game.at) ?? {};
    return game.at === followed.at ? refutation.slice(0, followed.plies) : [];
  }

  async function ask() {
    const moves = [...game.moves];
    if (found && of === moves.join()) return;
    of = moves.join();
    found = null;
    reasons.clear();
    say(messages.reviewing);
    abort?.abort();
    abort = new AbortController();
    const { signal } = abort;
    try {
      const onProgress = ({ plies, plies_reviewed: reviewed }) =>
        !signal.aborted && say(messages.reviewed(reviewed, plies));
      const answer = await game.review({ moves, onProgress, signal });
      if (!signal.aborted) found = simplified(answer);
    } catch (error) {
      if (signal.aborted) return;
      const again = button(boardMessages.tryAgain, () => review.open());
      say(html("p", { role: "alert" }, wordsOf(error)), again);
    }
  }

  // Finds out why a move was wrong: what the best one does, and what follows the one played.
  async function explain(number) {
    const explained = found;
    const [cell] = explained.plies[number - 1].best_moves;
    try {
      const analyze = (position) => board.client.analysis(requestFor(position));
      const [before, after] = await Promise.all(game.positions.slice(number - 1, number + 1).map(analyze));
      if (found !== explained) return;
      const best = before.moves.find((move) => move.cell === cell);
      reasons.set(number, { best, reply: after.moves[0], refutation: after.principal_variation });
    } catch {
      if (found === explained) reasons.delete(number); // it is asked for again at the next visit
      return;
    }
    if (game.at === number) game.set({}); // draws the page
  }

  function tryAgain(ply) {
    review.close();
    game.goTo(ply - 1);
    board.focus();
  }

  function follow() {
    followed = { at: game.at, plies: lineShown().length + 1 };
    game.set({});
  }

  // Replaces the content; the focus moves to the button as far from the end, or to the report.
  function say(...children) {
    const buttons = () => [...report.querySelectorAll("button")].reverse();
    const focused = document.activeElement;
    const hadFocus = report.contains(focused);
    const fromEnd = buttons().indexOf(focused);
    report.replaceChildren(...children);
    if (hadFocus) (buttons()[fromEnd] ?? report).focus({ preventScroll: true });
  }

  function drawReview() {
    const { at } = game;
    const isUnfolded = report.querySelector("details[open]") !== null;
    const goTo = (to) => game.goTo(to);
    const ply = plyShown();
    if (ply && isWrong(ply) && !reasons.has(at)) {
      reasons.set(at, {}); // asked for
      explain(at);
    }
    say(
      html("div", { className: "detail" }, detailOf(ply)),
      chartOf(found, at, goTo),
      html("div", {}, pliesOf(found, at, goTo, isUnfolded)),
      html("p", { className: "summary" }, summaryOf(found)));
  }

  // The text about a move, and what to do about a mistake.
  function detailOf(ply) {
    if (!ply) return html("p", {}, boardMessages.start);
    const { position, turning_point: turning } = found;
    const { side, cell, verdict } = ply;
    const { best, reply, refutation = [] } = reasons.get(ply.ply) ?? {};
    const { sentence } = boardMessages;
    const does = (move) => `${nameOf(position, move.cell)}: ${lower(sentence(move))}.`;
    return [
      html("p", {},
        html("strong", {}, `${ply.ply}. ${side} ${nameOf(position, cell)}: ${messages.verdicts[verdict]}`),
        turning === ply.ply && ` · ${messages.decided}`),
      !isWrong(ply) && html("p", {}, `${sentence({ ...ply, ...ply.after })}.`),
      best && html("p", {}, `${messages.better} ${does(best)}`),
      reply && html("p", {}, `${messages.reply(OTHER[side])} ${does(reply)}`),
      isWrong(ply) && html("div", { className: "controls" },
        game.isPerson(side) && button(messages.tryMoveAgain, () => tryAgain(ply.ply)),
        refutation.length > lineShown().length && button(messages.follow, follow)),
    ];
  }

  return review;
}

const lower = (words) => words[0].toLowerCase() + words.slice(1);
