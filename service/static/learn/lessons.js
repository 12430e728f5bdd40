// The lessons: a few sentences, a position, the searches to show, and the first step.

const lesson = (id, title, text, board, searches, step = 0) => ({ id, title, text, board, searches, step });

export const LESSONS = [
  lesson("value", "What a value is", [
    "A finished game is easy to evaluate. For X, who is to move at the top, a win is worth 1, a draw 0 and a loss −1.",
    "Every other position has the value that best play by both sides leads to. So values start at the finished games, at the ends of the branches, and rise to the top.",
    "Press Play. Each value appears below its board and moves up the line to the previous position.",
  ], "OXO/XX./.O.", [{ algorithm: "minimax" }]),
  lesson("opponent", "The opponent minimizes", [
    "X has three moves. c1 wins at once. After b3 or c3, it is O's turn, and O will not choose what X hopes for.",
    "On X's levels (▲, max), the highest value rises. On O's levels (▼, min), the lowest does: O has a reply worth 1 for X and one worth −1, and takes −1.",
    "So both other moves are worth −1, however good one of O's replies may be for X.",
  ], "XX./XOO/O..", [{ algorithm: "minimax" }]),
  lesson("depth", "Why depth matters", [
    "X can win at once with c1 or c2. With b1, X also wins, but two plies later.",
    "If every win is worth 1, as in the first search, all three moves look the same, and a player that takes the first one dawdles: it plays b1 and lets the game go on.",
    "In the second search, a win is worth 100 minus the plies it takes: 99 now, 97 later. Of two wins, the faster is worth more, and of two losses the slower.",
  ], "O../XX./XOO", [{ algorithm: "minimax" }, { algorithm: "minimax", values: "score" }], 16),
  lesson("window", "What alpha and beta mean", [
    "Alpha (α) is the value that X is already sure of by another choice higher up. Beta (β) is the value that O can already hold X to. Together they form the window: only a value between them can change the result.",
    "At the top, nothing is known, so the window is open: from −∞ to ∞. Once b1 turns out to be worth −1, the next move must be better: α is −1.",
    "Step forward and watch both numbers. Alpha rises at ▲ max, beta falls at ▼ min, and a position passes its window down to its moves.",
  ], "X../X.O/OXO", [{ algorithm: "alpha_beta" }], 12),
  lesson("cut", "Cutoffs and their reasons", [
    "b2 is worth 0, so X has a draw. Now look at a3: O has the reply b2, which also holds X to 0. Whatever O's other reply is worth, a3 cannot be better than 0 for X.",
    "So the search leaves at once. This is a cutoff: the value has reached a bound of the window, and the remaining moves are skipped.",
    "A position left early returns a bound, not its value: “≤ 0” means that it is worth 0 or less. No more is needed. “Next cut” moves from one to the next.",
  ], "XXO/O.X/.O.", [{ algorithm: "alpha_beta" }, { algorithm: "minimax" }], 17),
  lesson("order", "Move order", [
    "Both searches are alpha-beta on the same position. The first tries the cells to the right, then down, so c1, which wins for O, comes first. The second tries the rows from the bottom up, so c1 comes last.",
    "With the best move first, α is high at once, and X's first reply to any other move is enough for a cutoff. With the best move last, nothing is cut off: the whole tree is searched.",
    "The order comes from turning the board: to the rules, a reflected board is the same position, so its search is the same search in another order. Programs try strong-looking moves first.",
  ], "XX./.O./OX.", [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta", order: "right-up" }], 16),
  lesson("cache", "A cache", [
    "The same position comes up in different move orders. The second search keeps its results: when a position recurs in the same window, its value is looked up (its frame is thick, and it names the step), and the branch below it is not searched again.",
    "A lookup does not enter the node, so lookups are counted separately.",
    "On the empty board, the cache saves much more: alpha-beta enters 18,297 positions without it and 3,312 with it.",
  ], "XO./O.X/.X.", [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta_cached" }], 69),
  lesson("key", "Why the key includes the window", [
    "The position entered at this step has occurred before: X has a1, c1, a2 and c3. It was searched with α −1, and the result was “≤ −1”. Now α is 1, and the result will be “≤ 0”.",
    "Both are true, but they are bounds, each for its own window. Taken as values, they would contradict each other. That is why the key of this cache is the position, α and β together.",
    "The mistake is easy to make and hard to see: on ..X/..X/O.O, a cache that ignores the window calls the position a draw for X, but it is lost.",
  ], "X../.O./O.X", [{ algorithm: "alpha_beta_cached" }], 52),
  lesson("limit", "Depth limits and evaluation", [
    "Most games are too large to search to the end. So a search stops at a limit and estimates: an evaluation looks at the lines each side can still complete and returns a number between −1 and 1.",
    "In the first search, the limit is one ply. b2, in the middle, looks best: 0.49. But this is only an estimate, and a wrong one: O replies a3 and has three in a row. The second search goes to the end and sees this: b2 is worth −1, and a3, which stops O, wins.",
    "Deeper limits give better estimates. Open “Choose a position and searches” below, change the depth, and compare.",
  ], "O.X/O../.X.", [{ algorithm: "alpha_beta", max_depth: 1 }, { algorithm: "alpha_beta" }], 150),
  lesson("whole", "The whole game", [
    "From the empty board, minimax enters 549,946 positions: too many to draw. Alpha-beta with a cache enters 3,312, and this is its tree. It proves that tic-tac-toe is a draw.",
    "Branches are folded: the number below a board is the number of moves inside, and a click opens them. The branch being searched is always open.",
    "Noughts itself searches far fewer and finds the value of every first move: it tries threats first, treats turned boards as the same, and stops when neither side can win anymore.",
  ], ".../.../...", [{ algorithm: "alpha_beta_cached" }], 15),
];
