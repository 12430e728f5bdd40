// The messages of the puzzles in English. Every other language has the same keys.

const numbers = ["", "one", "two", "three", "four", "five"];

export const en = {
  intro: "In each position, exactly one move wins. Find it, then win against perfect play.",
  difficulties: { easy: "Easy", medium: "Medium", hard: "Hard" },
  inARow: (number) => `${number} in a row`,
  winIn: (moves) => `win in ${moves}`,
  solvedName: "solved",
  solvedOf: (solved, all) => `${solved} of ${all} solved`,
  clear: "Clear progress",
  askToClear: "Clear the progress of all puzzles?",
  again: "Try again",
  next: "Next",
  hint: "Hint",
  show: "Show the move",
  task: (side, moves) => `${side} to move. Win in ${numbers[moves] ?? moves} ${moves === 1 ? "move" : "moves"}.`,
  none: "This link contains no puzzle. A puzzle has exactly one winning move.",
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
    win: (tried, reply, plies) => (plies > 1 ? `${tried} loses: ${reply}, and wins in ${plies}.` : `${tried} loses: ${reply}.`),
    unknown: (tried, reply) => `${tried} is not proved to win: ${reply}.`,
  },
  lookFor: {
    win: () => "Hint: look for a move that completes a line.",
    fork: () => "Hint: look for a move that makes two threats at once.",
    block: () => "Hint: look at what the other side threatens.",
    other: (row) => `Hint: the winning move is in row ${row}.`,
  },
  shown: (place) => `The winning move is ${place}. With help, the puzzle does not count as solved.`,
  solved: (tries) => (tries === 0 ? "Solved on the first try." : `Solved after ${tries} wrong ${tries === 1 ? "try" : "tries"}.`),
  helped: "Won with help, so the puzzle does not count as solved.",
};
