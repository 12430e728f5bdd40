// Error messages, with the same wording as on the board.

import { errorOf } from "../client/pages.js";
import { boardMessages } from "./messages.js";

export function wordsOf(error) {
  return error.code ? errorOf(error, boardMessages) : boardMessages.noAnswer; // a module could not be loaded
}
