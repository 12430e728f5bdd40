// How the page names cells: in words on 3x3, unless the coordinates are shown.

import { nameOf } from "../client/pages.js";
import { messages } from "../shared/messages.js";

export function placeOf(board, cell) {
  const { position } = board.game;
  const isSmall = position.columns === 3 && position.rows === 3;
  return isSmall && board.dataset.coordinates !== "true" ? messages.places[cell] : nameOf(position, cell);
}

export const upper = (words) => words[0].toUpperCase() + words.slice(1);
