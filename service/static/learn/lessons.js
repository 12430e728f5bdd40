// The lessons: pages of text, a position, the searches to show, the first step, and the questions asked.
//
// In the text, _word_ introduces a term, {word} or {words|term} links to the glossary, [words](17) to a step of the
// first search, [words](2:17) to one of the second, and [words](address) to anything else. text.js reads this. `code`
// names the program of the lesson, if not the search's own; false hides it. `plays` starts to play when the lesson is
// opened. `hides` names what is not introduced yet: values, or α and β. `shows` is the index of the search shown first.
// `practice` offers trees to practice at the end.

/** @type {(id: string, title: string, rest: object) => any} */
const lesson = (id, title, { step = 0, shows = 0, asks = [], hides = [], ...rest }) =>
  ({ id, title, step, shows, asks, hides, ...rest });

// A question of a kind in questions.js, asked at a step. `path` names the moves to the node it is about (by
// default, the step's), and `of` is the search (by default, the first).
const ask = (step, kind, { path = null, of = 0 } = {}) => ({ step, kind, path, of });

export const LESSONS = [
  lesson("tree", "The game as a tree", {
    text: [
      "X is to move, and three cells are empty. The search goes through every way to go on: from the board at the top, a line leads to each next board, until the game is over.",
      "This is a _tree_, and each board in it is a _node_. Every way down from the top to an end is one game.",
      "From the empty board, there are 255,168 games and 549,946 nodes. Many nodes show the same board: there are 5,478 boards, or 765 if turned and reflected ones count as one.",
      "Cells are named by letter and number: a1 is at the top left.",
    ],
    code: false,
    board: "OXO/XX./.O.", searches: [{ algorithm: "minimax" }], plays: true, hides: ["values"],
    asks: [ask(24, "games")],
  }),
  lesson("build", "Build the game first", {
    text: [
      "If a program plays badly, the fault may be in its rules or in its search. So write the rules first, and test them alone.",
      "A _position_ is the marks on the board and the _side to move_. The rules tell which moves are legal, here any empty cell, and which position follows. A move must change a copy of the board, or be undone later.",
      "A position is _terminal_ if a side has completed a line or the board is full. In a tree, it is a _leaf_. Start with late positions such as this one.",
      "With two empty cells, you know every answer in advance: five {nodes|node}, a leaf in which [the board is full](3), and one in which [X completes a line](7).",
      "A wrong count shows a wrong rule: a program that misses the end of a game has too many nodes. Then take three empty cells, then four. A faulty search, too, is easiest to follow in a small tree: print each node, as “The nodes as text” does below.",
    ],
    code: false,
    board: "XOX/XOO/.X.", searches: [{ algorithm: "minimax" }], hides: ["values"],
    asks: [ask(3, "end"), ask(7, "end")],
  }),
  lesson("rules", "A player made of rules", {
    text: [
      "The first idea is to write down what good players do.",
      "Take the first rule that fits: complete a line (_win_); stop the opponent from completing one (_block_); make two threats at once (_fork_); take the center; take a corner; take a side.",
      "This player does well until it meets a position its author did not think of.",
      "Here, O cannot win or fork, and has nothing to block. The center is taken, so the rules choose a corner.",
      "But [after c1](705), X replies a3 and threatens two lines, and O can block only one. A side keeps the draw.",
      "Another rule repairs this (stop a coming fork), and on 3x3 eight rules are enough.",
      "On a larger board, nobody knows the list. A search needs no list: it tries the moves. [Write your own player](learn/player) and see where it fails.",
    ],
    code: false,
    board: "X../.O./..X", searches: [{ algorithm: "minimax" }],
    hides: ["values"], step: 705,
    asks: [ask(705, "threats", { path: "c1 a3" })],
  }),
  lesson("value", "What a value is", {
    text: [
      "A finished game is easy to evaluate: for X, who is to move at the top, a win is worth 1, a draw 0 and a loss −1.",
      "Every other position has the _value_ that best play by both sides leads to.",
      "So values start at the {leaves|leaf} and move up to the _root_, the position at the top. When it is X's turn, X takes the highest value; O will get its turn in the next lesson.",
      "Press Play. Each value appears below its board and moves up the line to the previous position.",
      "At some steps, the lesson asks a question first; to skip it, just go on.",
    ],
    code: false,
    board: "OXO/XX./.O.", searches: [{ algorithm: "minimax" }],
    asks: [ask(2, "value"), ask(9, "value")],
  }),
  lesson("opponent", "The opponent minimizes", {
    text: [
      "X has three moves. [c1](2) wins at once. After b3 or c3, it is O's turn, and O will not choose what X hopes for.",
      "On X's levels (▲, max), the highest value moves up. On O's levels (▼, min), the lowest does: after b3, O has [a reply worth −1](6) for X and [one worth 1](10).",
      "So X cannot count on the good reply, however good it is. Taking turns between the highest and the lowest value is called _minimax_.",
    ],
    code: false,
    practice: true,
    board: "XX./XOO/O..", searches: [{ algorithm: "minimax" }],
    asks: [ask(4, "value"), ask(12, "value")],
  }),
  lesson("recursion", "Minimax by recursion", {
    text: [
      "How does a program compute this? The value of a node is the highest or lowest value of the nodes below it, and their values are found in the same way.",
      "So the program is a function that calls itself, once for each move. This is _recursion_.",
      "It ends because each call has one fewer empty cell. A terminal position is the _base case_: its value comes from the rules, without a further call.",
      "Watch the search go down to [the first leaf](3), return, and only then try [the next move](5). The path marked in the tree is the list of calls that are not finished yet.",
      "All calls can share one board: make the move, call the function, and then undo the move. If the move is not undone, the next one is tried on a wrong board. Forgetting to undo is a common mistake.",
    ],
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }],
    asks: [ask(3, "line"), ask(4, "next"), ask(5, "value"), ask(10, "value"), ask(14, "line")],
  }),
  lesson("depth", "Why depth matters", {
    text: [
      "X can win at once with c1 or c2. With b1, X also wins, but two _plies_ later: a ply is one move by one side.",
      "If every win is worth 1, as in the first search, [all three moves look the same](16), and a player that takes the first one dawdles: it plays b1 and lets the game go on.",
      "In the second search, a win has a _score_: 100 minus the plies it takes, so 99 now and 97 later. Of two wins, the faster is worth more, and of two losses the slower.",
    ],
    board: "O../XX./XOO", searches: [{ algorithm: "minimax" }, { algorithm: "minimax", values: "score" }],
    asks: [ask(2, "value", { of: 1 })],
  }),
  lesson("equals", "Choosing among equals", {
    text: [
      "This is the position in which the rules failed. The search finds the moves that draw, and there are several. All are equally good against a perfect opponent.",
      "A program that takes the first of them plays the same game every time. To vary, collect the moves with the highest value and choose one at random. The random choice comes last, and only among equals: adding chance to the values themselves would spoil them.",
      "A random number generator started from the same number, its seed, repeats its choices, so a test can repeat a game. Which of several equal moves is hardest for a person is another question. Noughts answers it with its option “traps”.",
    ],
    board: "X../.O./..X", searches: [{ algorithm: "minimax" }], step: 2106,
    asks: [ask(2106, "equals")],
  }),
  lesson("negamax", "Negamax: one rule", {
    text: [
      "Minimax has two cases, which differ only in “highest” and “lowest”. But what is good for X is just as bad for O.",
      "So let each node have its value for the side to move there, and let each side take the highest. One case is enough: a node is worth the highest of the values below it, each with its sign changed. This is _negamax_.",
      "The picture still shows all values for X. To read it as negamax does, change the signs on O's levels: [after b1](9), the value is −1 for X, so it is 1 for O.",
      "The search and its result are the same. The program is shorter, and a sign error is easier to make: values change sign at every call.",
    ],
    code: "negamax",
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }], step: 7,
    asks: [ask(8, "negated", { path: "b1 b2" }), ask(9, "negated", { path: "b1" })],
  }),
  lesson("skip", "Moves that cannot matter", {
    text: [
      "Minimax looks at every move, even if it cannot matter anymore. In this position, X has [b1, worth −1](9), and then [c1, worth 0](19): X is sure of a draw.",
      "Now X tries b2. [O's reply b1](24) draws. O has another reply, c1. If it is better for O, then b2 is worth less than 0; if not, b2 is worth 0. Either way, b2 is no better than c1, which X already has.",
      "So O's reply c1 can be worth anything, and the result at the top stays the same. Two things make this possible: a reply that has been found here, and a choice that is at least as good elsewhere.",
    ],
    board: "X../X.O/OXO", searches: [{ algorithm: "minimax" }], step: 13,
    asks: [ask(14, "matter", { path: "c1" }), ask(24, "matter", { path: "b2" })],
  }),
  lesson("cut", "Cutoffs and their reasons", {
    text: [
      "The first search, _alpha-beta_, leaves out moves that cannot matter. [b2 is worth 0](11), so X has a draw. Now look at a3: O has the reply b2, which also draws. Whatever O's other reply is worth, a3 cannot be better than 0 for X.",
      "So the search leaves a3 [at once](17). This is a _cutoff_, or cut: the remaining moves are skipped.",
      "A position left early returns a _bound_ instead of its value: “≤ 0” means that it is worth 0 or less. No more is needed. “Next cut” moves from one to the next. The second search, minimax, finds the same value with more nodes.",
    ],
    code: "alpha_beta",
    practice: true,
    board: "XXO/O.X/.O.", searches: [{ algorithm: "alpha_beta" }, { algorithm: "minimax" }], step: 11,
    hides: ["window"],
    asks: [ask(12, "cut"), ask(17, "why"), ask(22, "bound", { path: "c3" })],
  }),
  lesson("window", "Alpha and beta", {
    text: [
      "To know when to cut, the search carries two {bounds|bound} with it. _Alpha_ (α) is the value that the side at the top, here X, is already sure of by another choice higher up.",
      "_Beta_ (β) is the value that its opponent is sure of in the same way: X will not get more. Together they form the _window_: only a value between them can change the result.",
      "At the top, nothing is known, so the window is open: from −∞ to ∞. Once b1 turns out to be worth −1, the next move must be better: [α is −1](10). When O finds a draw there, [β is 0](15).",
      "Alpha rises at ▲ max, beta falls at ▼ min, and a position passes its window down to its moves. If alpha reaches beta, the window is empty: [a cutoff](25).",
    ],
    practice: true,
    board: "X../X.O/OXO", searches: [{ algorithm: "alpha_beta" }], step: 8,
    asks: [ask(9, "alpha", { path: "c1" }), ask(14, "beta", { path: "c1 b2" }), ask(20, "cut")],
  }),
  lesson("order", "Move order", {
    text: [
      "Both searches are alpha-beta on the same position. The first tries the rows from the top down, so c1, which wins for O, comes first. The second tries the rows from the bottom up, so c1 comes last.",
      "With the best move first, α, here O's, is high at once, and X's first reply to any other move is enough for a {cutoff}. With the best move last, nothing is cut off: [the whole tree is searched](2:60).",
      "The page gets the second order by reflecting the board, which changes no value, only the order of the moves. Programs try strong-looking moves first.",
    ],
    practice: true,
    board: "XX./.O./OX.", searches: [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta", order: "right-up" }],
    asks: [ask(4, "cut"), ask(11, "why")],
  }),
  lesson("cache", "A cache", {
    text: [
      "The same moves in another order lead to the same position. The second search keeps its results in a _cache_: when a position recurs in the same {window}, its value is looked up (its frame is thick, and it names the step), and the branch below it is not searched again.",
      "A lookup does not enter the node, so lookups are counted separately. [Here is one](2:69).",
      "On the empty board, the cache saves much more: alpha-beta enters 18,297 nodes without it and 3,312 with it.",
    ],
    board: "XO./O.X/.X.", searches: [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta_cached" }], step: 66, shows: 1,
    asks: [ask(67, "lookup", { of: 1 }), ask(69, "lookup", { of: 1 })],
  }),
  lesson("key", "The key of the cache", {
    text: [
      "The position entered at [step 52](52) has occurred before: X has a1, c1, a2 and c3. It was searched with α −1, and the result was “≤ −1”. Now α is 1, and the result will be “≤ 0”.",
      "Both are true, but they are {bounds|bound}, each for its own {window}. Taken as values, they would contradict each other. That is why the _key_, by which this cache finds a result, is the position, α and β together.",
      "The mistake is easy to make and hard to see: on ..X/..X/O.O (row by row), a cache that ignores the window finds a draw, but X loses.",
    ],
    board: "X../.O./O.X", searches: [{ algorithm: "alpha_beta_cached" }], step: 50,
    asks: [ask(51, "lookup")],
  }),
  lesson("limit", "Limits and evaluation", {
    text: [
      "Most games are too large to search to the end. So a search stops at a limit and estimates.",
      "The _evaluation_ here counts open lines: a line is _open_ to a side while the other side has no mark on it. An open line counts 1, doubled for each mark on it.",
      "The estimate is X's count minus O's, divided by their sum, times 0.99, so that it stays below a win.",
      "In the first search, the limit is one ply. [b2](12), in the middle, looks as good as any: 0.49. But this is only an estimate, and a wrong one: O replies a3 and has three in a row.",
      "The second search goes to the end and sees this: [b2 is worth −1](2:51), and a3, which stops O, wins.",
      "Deeper limits usually give better estimates. Choose “Your own position” in the list of lessons, change the depth, and compare.",
    ],
    board: "O.X/O../.X.", searches: [{ algorithm: "alpha_beta", max_depth: 1 }, { algorithm: "alpha_beta" }],
    asks: [ask(4, "open", { path: "b2" }), ask(12, "best", { of: 1 })],
  }),
  lesson("horizon", "The horizon", {
    text: [
      "The limit of a search is its _horizon_: it sees nothing beyond. O is to move here. Two plies deep, [c1 looks best](9): it threatens b2, X must reply there, and no loss is in sight.",
      "But X's reply also threatens c2 and c3, and O can block only one. The loss comes at ply 4, beyond the horizon of the first search. The second search [sees it](2:29): c1 is worth −1, and any other move draws.",
      "Playing a threat that only delays or hides a loss is the typical mistake of a limited search, the _horizon effect_. A remedy is to search deeper if a position is not quiet, for example if a side threatens to win.",
    ],
    board: "XO./X../OX.", searches: [{ algorithm: "minimax", max_depth: 2 }, { algorithm: "minimax" }], step: 34, shows: 1,
    asks: [ask(34, "best", { of: 1 })],
  }),
  lesson("large", "Larger games", {
    text: [
      "A tree grows exponentially: each ply multiplies it by the number of moves. On 4x4, there are 16 first moves and 240 positions after two plies, as in this tree, which has a limit of two plies. With 16 empty cells, there are at most 16 · 15 · 14 ⋯ 1 games: about 21 trillion.",
      "Connect Four has 4,531,985,219,092 positions and was solved in 1988.",
      "In chess, there are 20 first moves, 400 positions after two plies, 197,281 games of four plies, and 119,060,324 of six.",
      "The number of chess positions has about 45 digits, and Shannon estimated that the number of games has 121. No program will ever search them all.",
      "Cutoffs help most. With the best order, alpha-beta enters roughly the square root of the number of nodes: it looks twice as deep in the same time. Beyond that, what counts is the {evaluation}, a {cache} and a good [move order](learn?lesson=order).",
    ],
    board: "..../..../..../....", in_a_row: 4, searches: [{ algorithm: "minimax", max_depth: 2 }],
    asks: [ask(0, "games")],
  }),
  lesson("whole", "The whole game", {
    text: [
      "From the empty board, minimax enters 549,946 nodes: too many to show. Alpha-beta with a cache enters 3,312, and this is its tree. It proves that tic-tac-toe is a draw.",
      "Most branches are folded: the number below a board is the number of moves inside, and a click opens them.",
      "Noughts finds the score of every first move with far fewer nodes (the number is below the tree).",
      "Like a person, it looks at threats first: a win or a block needs no search. It treats turned boards as the same, and it stops when neither side can win anymore.",
      "Next: [play against it](./), get [any position analyzed](docs#/analysis/get_analysis), [count a game's tree](docs#/game%20tree/get_game_tree), or get [the search you have just seen](docs#/trace/get_trace) as data for your own program.",
    ],
    board: ".../.../...", searches: [{ algorithm: "alpha_beta_cached" }], step: 14,
    asks: [ask(15, "value", { path: "" })],
  }),
];

// The terms of the lessons: what each means, and the lesson that introduces it.
export const TERMS = {
  alpha: ["The value that the side to move at the root is already sure of by another choice higher up. Written α.", "window"],
  "alpha-beta": ["Minimax or negamax with cutoffs.", "cut"],
  "base case": ["The case in which a recursive function returns without calling itself: here, a terminal position.", "recursion"],
  beta: ["The value that the opponent of the side to move at the root is already sure of by another choice higher up. Written β.", "window"],
  bound: ["A limit on a value: “≤ 0” means 0 or less, “≥ 0” means 0 or more.", "cut"],
  cache: ["A table of results, so that a position that comes up again is looked up instead of searched.", "cache"],
  cutoff: ["The decision to skip the remaining moves of a node because they cannot change the result. Also called a cut.", "cut"],
  evaluation: ["An estimate of a value without a search, for example from the open lines.", "limit"],
  fork: ["A move that makes two threats at once.", "rules"],
  horizon: ["The depth limit of a search: the search sees nothing beyond it.", "horizon"],
  key: ["What a cache finds a result by: here, the position with alpha and beta.", "key"],
  leaf: ["A node without moves below it: the end of a game, or a position at the depth limit.", "build"],
  minimax: ["A search in which one side takes the highest value and the other the lowest.", "opponent"],
  negamax: ["Minimax with one rule for both sides: the highest of the values below, each with its sign changed.", "negamax"],
  node: ["One position in a tree. The same position can appear at several nodes.", "tree"],
  "open line": ["A line on which the other side has no mark.", "limit"],
  ply: ["One move by one side. The plies of a tree are counted from the root, which is ply 0.", "depth"],
  position: ["The marks on the board and the side to move.", "build"],
  recursion: ["Solving a problem with a function that calls itself on smaller parts of it.", "recursion"],
  root: ["The node at the top of a tree: the position that is searched.", "value"],
  score: ["A value that also counts plies: 100 minus the plies to a win, the negative of that for a loss, and 0 for a draw.", "depth"],
  "side to move": ["The side whose turn it is.", "build"],
  terminal: ["Finished: a side has completed a line, or the board is full.", "build"],
  tree: ["A position, the positions that its moves lead to, the positions after those, and so on.", "tree"],
  value: ["The result of best play by both sides: 1 for a win for the side to move at the root, 0 for a draw, −1 for a loss.", "value"],
  window: ["The values between alpha and beta: only these can change the result.", "window"],
};
