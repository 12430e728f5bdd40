// The results of one's games against each level, which the browser keeps, drawn as tally marks.

import { contract } from "../client/pages.js";
import { button, html, svg } from "../shared/dom.js";
import { messages } from "../shared/messages.js";
import { load, save, watch } from "../shared/storage.js";

const KEPT = "tally";
const RESULTS = ["won", "drawn", "lost"];
const RECENT = 30; // games that can still be taken back, and be part of a streak
const STREAK = 2; // equal results in a row
const DRAWN = 25; // tally marks at most, beside the number

// {counts: {level: {won, drawn, lost}}, recent: [[game, level, result], …]}
const tallyIn = (kept) => (kept?.counts && Array.isArray(kept.recent) ? kept : { counts: {}, recent: [] });

export function connectTally(row, board) {
  let kept = tallyIn(load(KEPT));
  let drawn = ""; // the level and its results shown
  const tally = {
    game: null, // its number; null for one that does not count

    // Begins a game that counts, or goes on with the one of a number; otherwise, the game does not count.
    begin(game) {
      tally.game = game === true ? Math.floor(Math.random() * 2 ** 32) : game || null;
    },

    // Counts the end of the game, instead of an end that has been taken back.
    count(result) {
      const { game } = tally;
      const { level } = board.settings;
      const isCounted = kept.recent.some((each) => each.join() === [game, level, result].join());
      if (game === null || isCounted) return;
      const { counts, recent } = tallyIn(load(KEPT));
      const before = recent.find(([number]) => number === game);
      if (before) counts[before[1]][before[2]] -= 1;
      const counted = { won: 0, drawn: 0, lost: 0, ...counts[level] };
      counted[result] += 1;
      const others = recent.filter((each) => each !== before);
      others.push([game, level, result]);
      keep({ counts: { ...counts, [level]: counted }, recent: others.slice(-RECENT) });
    },

    // The level that a streak suggests: the next one after wins, the one below after losses; or null.
    get suggested() {
      const { level } = board.settings;
      const { levels } = contract;
      const games = kept.recent.filter(([, each]) => each === level).slice(-STREAK);
      const isStreak = (wanted) => games.length === STREAK && games.every(([,, result]) => result === wanted);
      const step = isStreak("won") ? 1 : isStreak("lost") ? -1 : 0;
      return step ? levels[levels.indexOf(level) + step] ?? null : null;
    },

    draw() {
      const { level, side } = board.settings;
      const counted = kept.counts[level] ?? {};
      const shown = RESULTS.filter((result) => counted[result] > 0);
      row.hidden = shown.length === 0 || !["X", "O"].includes(side);
      const words = JSON.stringify([level, counted]);
      if (drawn === words) return;
      drawn = words;
      const clear = button(messages.clearTally, () => confirm(messages.askToClearTally) && keep(null));
      row.replaceChildren(...shown.map((result) => html("span", { className: result },
        messages.results[result], marksOf(counted[result]), html("b", {}, `${counted[result]}`))), clear);
    },
  };

  function keep(stored) {
    save(KEPT, stored);
    show(stored);
  }

  function show(stored) {
    kept = tallyIn(stored);
    board.game.set({}); // draws the page
  }

  watch(KEPT, show);
  return tally;
}

// Groups of four strokes, and a fifth across them.
function marksOf(count) {
  const strokes = Array.from({ length: Math.min(count, DRAWN) }, (_, i) => {
    const [group, at] = [Math.floor(i / 5) * 34, i % 5];
    return at === 4 ? `M${group + 1} 17l26-12` : `M${group + 5 + at * 6} 3q${at % 2 ? 2 : -1} 8 0 16`;
  });
  const width = Math.ceil(strokes.length / 5) * 34;
  const size = { viewBox: `0 0 ${width} 22`, width, height: 22 };
  return svg("svg", { ...size, "aria-hidden": "true" }, svg("path", { d: strokes.join("") }));
}
