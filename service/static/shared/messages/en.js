// The texts that scripts write into the page, in English. The other tables have the same keys.

const count = (number) => number.toLocaleString("en");
const numbers = ["", "one", "two", "three", "four", "five"];

export const messages = {
  descriptions: {
    beginner: "Looks two moves ahead, and often overlooks even an immediate win.",
    easy: "Never misses an immediate win, but may overlook the other side's.",
    medium: "Never misses an immediate win or block, but may overlook forks.",
    hard: "Sees every win and loss within four moves; only a longer plan beats it.",
    perfect: "Always plays a best move. Loses only if the position is already lost or too hard to solve.",
  },
  rule: (inARow) => `${inARow} in a row wins.`,
  ruleOfMisere: (inARow) => `Completing ${inARow} in a row loses.`,
  // The cells of a board of three rows and three columns.
  places: [
    "the top left corner", "the top edge", "the top right corner", "the left edge", "the center",
    "the right edge", "the bottom left corner", "the bottom edge", "the bottom right corner",
  ],
  took: (side, place) => `${side} took ${place}`,
  // About the best move, for a child of eight; the place can begin the sentence or not.
  hint: (place, why) => `take ${place}: ${why}.`,
  reasons: {
    win: () => "that wins",
    block: (other) => `it stops ${other}`,
    fork: () => "then you can win in two ways",
    block_fork: (other) => `otherwise ${other} gets two ways to win`,
  },
  fewAnswers: (safe, other) => `only ${safe === 1 ? "one answer saves" : `${safe} answers save`} ${other}`,
  outcomes: { win: "it wins, move by move", loss: "it holds out longest", draw: "nothing is better here" },
  undoBringsBack: "Undo brings the last game back.",
  noHint: "There is no hint, because the service does not respond.",
  noGame: "The link leads to a position that no game reaches. Start a new game.",
  guess: (place) => `The line shown after ${place} is not proved to be best play.`,
  trap: ({ safe_replies: safe }) =>
    `Careful, a trap: only ${safe === 1 ? "one answer is" : `${safe} answers are`} safe.`,
  start: "Start",

  youWon: "You beat the computer!",
  youLost: "The computer beat you.",
  youDrew: "You and the computer drew.",
  drewPerfectly: "A draw: nobody can do better.",
  drawn: "A draw.",
  youCompleted: (winner) => `You completed a line, so ${winner} wins.`,
  completed: (loser) => `${loser} completed a line, so you win.`,
  sideCompleted: (loser, winner) => `${loser} completed a line, so ${winner} wins.`,
  lostBy: (mistake, better) => `${mistake} was the mistake. With ${better} you would have held on.`,
  takeBack: "Take it back",
  review: "Review",
  next: (level) => `Next level: ${level}`,
  easier: (level) => `Try an easier one: ${level}`,
  results: { won: "won", drawn: "drawn", lost: "lost" },
  clearTally: "Clear",
  askToClearTally: "Clear all your results?",

  reviewing: "Reviewing the game…",
  reviewed: (done, plies) => `Reviewing the game: move ${done} of ${plies}…`,
  chart: "Value of the game after each move",
  sideWins: (side) => `${side} wins`,
  verdicts: {
    best: "best", fine: "good", inaccuracy: "inaccuracy", mistake: "mistake",
    blunder: "blunder", unknown: "not proved",
  },
  otherMoves: (count) => (count === 1 ? "The other move" : `The other ${count} moves`),
  noMistakes: (count) => `No mistakes: all ${count} moves`,
  decided: "decided the game",
  better: "Best was",
  reply: (side) => `${side} answers`,
  tryMoveAgain: "Try this move again",
  follow: "Show the next move",
  noneDecided: "No single move decided the game.",
  notProvedWhetherDecided: "It is not proved whether a single move decided the game.",

  tree: {
    sentence: ({ number, all, alike, winner }) => {
      const end = winner ? `with a win for ${winner}` : "in a draw";
      return `Game ${count(number)} of ${count(all)}. Like yours, ${count(alike)} end ${end}.`;
    },
    turned: "here the game turned",
    keep: "Keep the picture",
    copy: "Copy the link",
    copied: "Link copied.",
  },

  inARow: (length) => `${length} in a row`,

  puzzles: {
    todaysPuzzle: (number, all) => `Today's puzzle ${number} of ${all}`,
    difficulties: { easy: "Easy", medium: "Medium", hard: "Hard" },
    winIn: (moves) => `win in ${moves}`,
    solvedName: "solved",
    solvedOf: (solved, all) => `${solved} of ${all} solved`,
    clear: "Clear progress",
    askToClear: "Clear the progress of all puzzles?",
    hint: "Hint",
    show: "Show the move",
    task: (side, moves) =>
      `${side} to move. Win in ${numbers[moves] ?? moves} ${moves === 1 ? "move" : "moves"}.`,
    none: "This link contains no puzzle. A puzzle has exactly one winning move.",
    again: "Try again.",
    noWin: (place) => `${place} fills the board, and nobody wins.`,
    right: "Right.",
    slower: "That still wins, but more slowly.",
    replies: {
      win: (side, place) => `${side} completes a line at ${place}`,
      block: (side, place) => `${side} blocks at ${place}`,
      fork: (side, place) => `${side} makes two threats at ${place}`,
      block_fork: (side, place) => `${side} prevents a fork at ${place}`,
      other: (side, place) => `${side} plays ${place}`,
    },
    refuted: {
      draw: (tried, reply) => `${tried} does not win: ${reply}, and best play leads to a draw.`,
      win: (tried, reply, plies) =>
        (plies > 1 ? `${tried} loses: ${reply}, and wins in ${plies}.` : `${tried} loses: ${reply}.`),
      unknown: (tried, reply) => `${tried} is not proved to win: ${reply}.`,
    },
    lookFor: {
      win: () => "Hint: look for a move that completes a line.",
      fork: () => "Hint: look for a move that makes two threats at once.",
      block: () => "Hint: look at what the other side threatens.",
      other: (row) => `Hint: the winning move is in row ${row}.`,
    },
    shown: (place) => `The winning move is ${place}. With help, the puzzle does not count as solved.`,
    solved: (tries) =>
      (tries ? `Solved after ${tries} wrong ${tries === 1 ? "try" : "tries"}.` : "Solved on the first try."),
    helped: "Won with help, so the puzzle does not count as solved.",
  },
};
