// The texts that scripts write into the page.

import { en } from "../../client/languages.js";

const upper = (word) => word[0].toUpperCase() + word.slice(1);
const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const boardMessages = en;
export const messages = {
  canceled: "Canceled.",
  examining: "Examining…",
  examined: (moves) => `Examining: ${counted(moves, "move", "moves")}…`,
  playerLoses: (side, plies) => `Your player loses as ${side} in ${plies} plies.`,
  playerAs: (name, side) => `${upper(name)} as ${side}`,
  examVerdicts: {
    perfect: (who) => `${who} is perfect.`,
    unbeaten: (who) => `${who} cannot be beaten, but does not always play a best move.`,
    loses: (who) => `${who} can be beaten.`,
    illegal: (who) => `${who} makes an illegal move.`,
    incomplete: (who) => `${who} has no verdict yet, because moves are missing.`,
  },
  looked: (positions, games) => `Examined: ${counted(positions, "position", "positions")}, ${counted(games, "game", "games")}.`,
  shownBy: {
    loss: "The shortest game that it loses:",
    draw: "The shortest game in which a win becomes a draw:",
    win: "The shortest game that it wins later than it could:",
    illegal: "The shortest game to its illegal move:",
  },
  watch: "Watch",
  theGame: "The game",
  thenIllegal: (cell) => `then cell ${cell}, which is not free.`,
  mistakes: (all, shown) => `${counted(all, "mistake", "mistakes")}${shown ? `, the first ${shown} of them` : ""}`,
  mistakeColumns: ["Position", "Played", "Best", "Outcome"],
  needed: (count) => `${counted(count, "position has", "positions have")} no move:`,
  positionsWithoutMove: "Positions without a move",
  start: "Start",
};
