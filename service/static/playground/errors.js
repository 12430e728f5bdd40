// Error messages, in the same words as on the board.

import { errorOf } from "../../client/words.js";
import { en } from "../../client/messages/en.js";

export function wordsOf(error) {
  return errorOf(error, en);
}
