// Error messages, with the same wording as on the board.

import { errorOf } from "../../client/words.js";
import { en } from "../../client/messages/en.js";

export function wordsOf(error) {
  return errorOf(error, en);
}
