// The messages of the puzzles in English. Every other language has the same keys.

export const en = {
  intro: "In each position, exactly one move wins. Find it, then win against perfect play.",
  difficulties: { easy: "Easy", medium: "Medium", hard: "Hard" },
  inARow: (number) => `${number} in a row`,
  winIn: (plies) => `win in ${plies}`,
  solvedName: "solved",
  solvedOf: (solved, all) => `${solved} of ${all} solved`,
  clear: "Clear progress",
  askToClear: "Clear the progress of all puzzles?",
  again: "Try again",
  next: "Next puzzle",
  show: "Show the move",
  copy: "Copy link",
  copied: "Copied",
  notCopied: "Copy the page's address instead",
  leave: "Back to the game",
  task: (side, plies, own) =>
    plies === 1 ? `${side} to move and win at once.`
    : `${side} to move and win in ${plies}, counting both sides: ${own} of the moves are yours.`,
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
    win: (tried, reply, plies) => (plies === 1 ? `${tried} loses: ${reply}.` : `${tried} loses: ${reply}, and wins in ${plies}.`),
    unknown: (tried, reply) => `${tried} is not proved to win: ${reply}.`,
  },
  shown: (place) => `The winning move is ${place}. With help, the puzzle does not count as solved.`,
  solved: (tries) => (tries === 0 ? "Solved on the first try." : `Solved after ${tries} wrong ${tries === 1 ? "try" : "tries"}.`),
  helped: "Won with help, so the puzzle does not count as solved.",
};
