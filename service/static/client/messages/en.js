// The messages of the board in English. Every other language has the same keys.

export const en = {
  board: (columns, rows) => `Board of ${columns} columns and ${rows} rows`,
  cell: (column, row) => `column ${column}, row ${row}`,
  empty: "empty",
  win: (plies) => `win ${plies}`,
  draw: "draw",
  loss: (plies) => `loss ${plies}`,
  inLine: "part of a line",
  notProved: "not proved",
  bestMove: (reason) => `best move: ${reason}`,
  settingUp: "Setting up the board…",
  analysing: "Scoring every move…",
  thinking: (side) => `${side} is thinking…`,
  played: (side, place) => `${side} played ${place}.`,
  completed: (side, place, line) => `${side} completed ${line}.`,
  start: "Start of the game.",
  position: (ply, plies) => `Move ${ply} of ${plies}.`,
  yourTurn: (side) => `Your turn: ${side}.`,
  toMove: (side) => `${side} to move.`,
  won: (winner) => `${winner} wins.`,
  wonInMisere: (loser, winner) => `Completing a line loses, so ${winner} wins.`,
  drawn: "A draw: the board is full.",
  mostMoves({ count, all, outcome }) {
    const verb = { win: "win", draw: "draw", loss: "lose" }[outcome];
    return `${count === all ? `All ${all}` : `${count} of ${all}`} moves ${verb}.`;
  },
  progress: (proved, moves) => `Moves proved: ${proved} of ${moves}`,
  progressOfSearch: "Progress of the search",
  cancel: "Cancel",
  tryAgain: "Try again",
  playAgain: (side) => (side ? `Play again as ${side}` : "Play again"),
  noAnswer: "The service does not respond. Your game is not lost.",
  unexpectedAnswer: (status) => `The service cannot respond right now (${status}). Your game is not lost.`,
  problem: (detail) => detail, // of the service, in English
  wholeNumber: (name, minimum, maximum) => `${name} must be a whole number from ${minimum} to ${maximum}.`,
  inARow: (minimum) => `in-a-row must be at least ${minimum}, and at most the longer side of the board.`,
  oneOf: (name, values) => `${name} must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}.`,
  either: "Set either board or moves, not both.",
  sentence: ({ text }) => text, // about a move of an analysis
};
