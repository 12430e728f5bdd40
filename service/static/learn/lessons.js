// The lessons: a few sentences, a position, the searches to be seen, and the step to begin at.

const lesson = (id, title, text, board, searches, step = 0) => ({ id, title, text, board, searches, step });

export const LESSONS = [
  lesson("value", "What a value is", [
    "A finished game is easy to judge. For X, who is to move at the top, a win is worth 1, a draw 0 and a loss −1.",
    "Every other position is worth what the best play of both sides leads to. So values begin at the finished games, at the ends of the branches, and rise to the top.",
    "Press Play. Each value appears below its board and goes up the line to the position before it.",
  ], "OXO/XX./.O.", [{ algorithm: "minimax" }]),
  lesson("opponent", "The opponent minimises", [
    "X has three moves. c1 wins at once. After b3 or c3 it is O's turn, and O will not choose what X hopes for.",
    "On X's levels (▲, max) the highest value rises. On O's levels (▼, min) the lowest does: O has a reply worth 1 for X and one worth −1, and takes −1.",
    "So both other moves are worth −1, however good one of O's replies may be for X.",
  ], "XX./XOO/O..", [{ algorithm: "minimax" }]),
  lesson("depth", "Why depth counts", [
    "X can win at once with c1 or c2. With b1 X wins too, but two plies later.",
    "If every win is worth 1, as in the first search, all three moves look the same, and a player that takes the first of them dawdles: it plays b1, and lets the game go on.",
    "In the second search a win is worth 100 minus the plies it takes: 99 now, 97 later. Of two wins the faster is worth more, and of two losses the slower.",
  ], "O../XX./XOO", [{ algorithm: "minimax" }, { algorithm: "minimax", values: "score" }], 16),
  lesson("window", "What alpha and beta mean", [
    "Alpha (α) is what X already has for certain by another choice higher up. Beta (β) is what O can already hold X to. Together they are the window: only a value between them can change the result.",
    "At the top nothing is known, so the window is open: from −∞ to ∞. Once b1 has turned out to be worth −1, the next move has to be better than that: α is −1.",
    "Step on and watch both numbers. Alpha rises at ▲ max, beta falls at ▼ min, and a position hands its window down to its moves.",
  ], "X../X.O/OXO", [{ algorithm: "alpha_beta" }], 12),
  lesson("cut", "A cut, and its reason", [
    "b2 is worth 0, so X has a draw. Now look at a3: O has the reply b2, which holds X to 0 as well. Whatever O's other reply is worth, a3 cannot be better than 0 for X.",
    "So the search leaves at once. This is a cut: the value has reached the edge of the window, and the moves that are left are not looked at.",
    "A position that is left early returns a bound and not its value: “≤ 0” says that it is worth 0 or less. More than that nobody needs to know. “Next cut” leads from one to the next.",
  ], "XXO/O.X/.O.", [{ algorithm: "alpha_beta" }, { algorithm: "minimax" }], 17),
  lesson("order", "The order of moves", [
    "Both searches are alpha-beta on the same position. The first tries the cells to the right, then down, so that c1, which wins for O, comes first. In the second the rows are tried from the bottom up, and c1 comes last.",
    "With the best move first, α is high at once, and the first reply of X to any other move is enough for a cut. With the best move last, nothing is cut: the whole tree is searched.",
    "The order is made by turning the board: to the rules a reflected board is the same position, so its search is the same search in another order. Programs try moves first that look strong.",
  ], "XX./.O./OX.", [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta", order: "right-up" }], 16),
  lesson("cache", "A cache", [
    "The same position comes up in more than one order of moves. The second search keeps what it has found: when a position returns in the same window, its value is looked up (its frame is thick, and it names the step) and the branch below it is not searched again.",
    "Looked up is not entered, so these nodes are counted apart.",
    "On the empty board the cache saves much more: alpha-beta enters 18,297 positions without it and 3,312 with it.",
  ], "XO./O.X/.X.", [{ algorithm: "alpha_beta" }, { algorithm: "alpha_beta_cached" }], 69),
  lesson("key", "Why the window belongs to the key", [
    "The position that is entered at this step is an old one: X has a1, c1, a2 and c3. It was searched before with α −1, and the answer was “≤ −1”. Now α is 1, and the answer will be “≤ 0”.",
    "Both are true, but they are bounds, each for its own window. Taken for the value, one would contradict the other. That is why this cache asks for the position, α and β together.",
    "The mistake is easy to make and hard to see: on ..X/..X/O.O a cache that forgets the window calls the position a draw for X, and it is lost.",
  ], "X../.O./O.X", [{ algorithm: "alpha_beta_cached" }], 52),
  lesson("limit", "Depth limits and evaluation", [
    "Most games are too large to be searched to the end. So a search stops at a limit and guesses: an evaluation looks at the lines that each side can still complete, and gives a number between −1 and 1.",
    "In the first search the limit is one ply. b2, in the middle, looks best: 0.49. But it is only a guess, and a wrong one: O answers a3 and has three in a row. The second search goes to the end and sees this: b2 is worth −1, and a3, which stops O, wins.",
    "Deeper limits make better guesses. Open “Another position, another search” below, change the depth, and compare.",
  ], "O.X/O../.X.", [{ algorithm: "alpha_beta", max_depth: 1 }, { algorithm: "alpha_beta" }], 150),
  lesson("whole", "The whole game", [
    "From the empty board minimax enters 549,946 positions: too many to draw. Alpha-beta with a cache enters 3,312, and this is its tree. It proves that tic-tac-toe is a draw.",
    "Branches are folded: the number below a board says how many moves lie inside, and a click opens them. The branch that the search is in is always open.",
    "Noughts itself looks at far fewer, and finds the value of every first move: it tries threats first, knows that turned boards are the same, and stops where neither side can win any more.",
  ], ".../.../...", [{ algorithm: "alpha_beta_cached" }], 15),
];
