// The texts that scripts write into the page, in English. The other tables have the same keys, and
// `page`: the texts of the page's HTML by their English words.

const upper = (word) => word[0].toUpperCase() + word.slice(1);

export const messages = {
  levels: { beginner: "beginner", easy: "easy", medium: "medium", hard: "hard", perfect: "perfect" },
  descriptions: {
    beginner: "Looks two moves ahead, and often overlooks even an immediate win.",
    easy: "Never misses an immediate win, but may overlook the other side's.",
    medium: "Never misses an immediate win or block, but may overlook forks.",
    hard: "Sees every win and loss within four moves; only a longer plan beats it.",
    perfect: "Always plays a best move. Loses only if the position is already lost or too hard to solve.",
  },
  rule: (inARow) => `${inARow} in a row wins.`,
  ruleOfMisere: (inARow) => `Completing ${inARow} in a row loses.`,
  other: "other",
  match: {
    person: (level, side) => `You are ${side} against ${level}.`,
    both: () => "Two players: X and O.",
    none: (level) => `${upper(level)} plays against itself.`,
  },
  hint: (place, reason) => `Hint: ${place}. ${reason}.`,
  noHint: "There is no hint, because the service does not respond.",
  brokenLink: "Part of the link makes no sense, so it has been left out.",
  noGame: "The link leads to a position that no game reaches. Start a new game.",
  guess: (place) => `The line shown after ${place} is not proved to be best play.`,
  trap: ({ safe_replies: safe, replies }) => `A trap: ${safe} of your ${replies} replies ${safe === 1 ? "is" : "are"} safe.`,
  tryAgain: "Try again",
  start: "Start",

  youWon: (level) => `You beat ${level}!`,
  youLost: (level) => `${upper(level)} beat you.`,
  youDrew: (level) => `You and ${level} drew.`,
  won: (winner) => `${winner} wins.`,
  drawn: "A draw.",
  youCompleted: (winner) => `You completed a line, so ${winner} wins.`,
  completed: (loser) => `${loser} completed a line, so you win.`,
  sideCompleted: (loser, winner) => `${loser} completed a line, so ${winner} wins.`,
  playAgain: "Play again",
  review: "Review",
  next: (level) => `Next level: ${level}`,

  reviewing: "Reviewing the game…",
  reviewed: (done, plies) => `Reviewing the game: move ${done} of ${plies}…`,
  chart: "Value of the game after each move",
  sideWins: (side) => `${side} wins`,
  startOfGame: "Start of the game.",
  verdicts: { best: "best", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder", unknown: "not proved" },
  notProvedMoves: (first, last) => `Moves ${first}–${last}: not proved`,
  decided: "decided the game",
  better: "Best was",
  reply: (side) => `${side} answers`,
  tryMoveAgain: "Try this move again",
  follow: "Show the next move",
  noMoves: "no moves",
  decidedAt: (ply) => `Move ${ply} decided the game`,
  noneDecided: "No single move decided the game",
  notProvedWhetherDecided: "It is not proved whether a single move decided the game",

  inARow: (length) => `${length} in a row`,
};
