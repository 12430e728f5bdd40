// The lessons: a position, the searches to show, the first step, and the questions. index.html has the text.
//
// `code` names the program of the lesson, if not the search's own; false hides it. `plays` starts to play
// when the lesson is opened. `hides` names what is not introduced yet: values, or α and β. `shows` is the
// index of the search shown first. `practice` offers trees to practice at the end. Its `name` has its number.

/** @type {(id: string, title: string, rest: object) => any} */
const lesson = (id, title, { step = 0, shows = 0, asks = [], hides = [], ...rest }) =>
  ({ id, title, step, shows, asks, hides, ...rest });

// A question of a kind in questions.js, asked at a step. `path` names the moves to the node it is about (by
// default, the step's), and `of` is the search (by default, the first).
const ask = (step, kind, { path = null, of = 0 } = {}) => ({ step, kind, path, of });

export const LESSONS = [
  lesson("tree", "The game as a tree", {
    code: false,
    board: "OXO/XX./.O.", searches: [{ algorithm: "minimax" }], plays: true, hides: ["values"],
    asks: [ask(8, "next"), ask(16, "end"), ask(24, "games")],
  }),
  lesson("build", "Build the game first", {
    code: false,
    board: "XOX/XOO/.X.", searches: [{ algorithm: "minimax" }], hides: ["values"],
    asks: [ask(3, "end"), ask(5, "next"), ask(7, "end"), ask(10, "games")],
  }),
  lesson("rules", "A player made of rules", {
    code: false,
    board: "X../.O./..X", searches: [{ algorithm: "minimax" }],
    hides: ["values"], step: 704,
    asks: [
      ask(705, "threats", { path: "c1 a3" }), ask(706, "threats"), ask(707, "threats", { path: "a2 c2" }),
    ],
  }),
  lesson("value", "What a value is", {
    code: false,
    board: "OXO/XX./.O.", searches: [{ algorithm: "minimax" }],
    asks: [ask(2, "value"), ask(9, "value")],
  }),
  lesson("opponent", "The opponent minimizes", {
    code: false, practice: true,
    board: "XX./XOO/O..", searches: [{ algorithm: "minimax" }],
    asks: [ask(4, "value"), ask(12, "value")],
  }),
  lesson("recursion", "Minimax by recursion", {
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }],
    asks: [ask(3, "line"), ask(4, "next"), ask(5, "value"), ask(10, "value"), ask(14, "line")],
  }),
  lesson("depth", "Why depth matters", {
    board: "O../XX./XOO", searches: [{ algorithm: "minimax" }, { algorithm: "minimax", values: "score" }],
    asks: [ask(2, "value", { of: 1 })],
  }),
  lesson("equals", "Choosing among equals", {
    board: "X../.O./..X", searches: [{ algorithm: "minimax" }], step: 2105,
    asks: [ask(2106, "equals")],
  }),
  lesson("negamax", "Negamax: one rule", {
    code: "negamax",
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }], step: 7,
    asks: [ask(8, "negated", { path: "b1 b2" }), ask(9, "negated", { path: "b1" })],
  }),
  lesson("skip", "Moves that cannot matter", {
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }], step: 13,
    asks: [ask(14, "matter", { path: "c1" }), ask(24, "matter", { path: "b2" })],
  }),
  lesson("cut", "Cutoffs and their reasons", {
    code: "alpha_beta", practice: true,
    board: "XXO/O.X/.O.", searches: [{ algorithm: "alpha_beta" }, { algorithm: "minimax" }], step: 11,
    hides: ["window"],
    asks: [ask(12, "cut"), ask(17, "why"), ask(22, "bound", { path: "c3" })],
  }),
  lesson("window", "Alpha and beta", {
    practice: true,
    board: "X../X.O/OXO", searches: [{ algorithm: "alpha_beta" }], step: 8,
    asks: [ask(9, "alpha", { path: "c1" }), ask(14, "beta", { path: "c1 b2" }), ask(20, "cut")],
  }),
  lesson("order", "Move order", {
    practice: true, board: "XX./.O./OX.", asks: [ask(4, "cut"), ask(11, "why")],
    searches: [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta", order: "right-up" }],
  }),
  lesson("cache", "A cache", {
    board: "XO./O.X/.X.", step: 66, shows: 1,
    searches: [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta_cached" }],
    asks: [
      ...[67, 69, 75, 87].map((step) => ask(step, "lookup", { of: 1 })),
      ask(101, "cut", { of: 1 }), ask(107, "lookup", { of: 1 }),
    ],
  }),
  lesson("key", "The key of the cache", {
    board: "X../.O./O.X", searches: [{ algorithm: "alpha_beta_cached" }], step: 50,
    asks: [ask(51, "lookup"), ask(58, "bound"), ask(71, "lookup"), ask(74, "cut")],
  }),
  lesson("limit", "Limits and evaluation", {
    board: "O.X/O../.X.", searches: [{ algorithm: "alpha_beta", max_depth: 1 }, { algorithm: "alpha_beta" }],
    asks: [
      ask(4, "open", { path: "b2" }),
      ask(3, "value", { path: "b1 b2 c2", of: 1 }), ask(12, "best", { of: 1 }),
    ],
  }),
  lesson("horizon", "The horizon", {
    board: "XO./X../OX.", step: 9,
    searches: [{ algorithm: "minimax", max_depth: 2 }, { algorithm: "minimax" }],
    asks: [
      ask(10, "threats"), ask(33, "value", { path: "" }),
      ask(3, "threats", { of: 1 }), ask(13, "value", { of: 1 }), ask(34, "best", { of: 1 }),
    ],
  }),
  lesson("large", "Larger games", {
    board: "..../..../..../....", in_a_row: 4, searches: [{ algorithm: "minimax", max_depth: 2 }],
    asks: [ask(33, "games")],
  }),
  lesson("whole", "The whole game", {
    board: ".../.../...", searches: [{ algorithm: "alpha_beta_cached" }], step: 14,
    asks: [ask(15, "value", { path: "" })],
  }),
].map((each, index) => ({ ...each, name: `${index + 1}. ${each.title}` }));

// The groups of the contents, in the order of the lessons. `id` names the subject of a series of questions.
export const GROUPS = [
  { id: "game", title: "The game", lessons: ["tree", "build", "rules"] },
  {
    id: "minimax", title: "Minimax",
    lessons: ["value", "opponent", "recursion", "depth", "equals", "negamax"],
  },
  { id: "alpha-beta", title: "Alpha-beta", lessons: ["skip", "cut", "window", "order"] },
  { id: "cache", title: "A cache", lessons: ["cache", "key"] },
  { id: "limits", title: "Limits", lessons: ["limit", "horizon", "large", "whole"] },
];
