// The texts that scripts write into the page, in the visitor's language; in English if its table is missing.

import { errorOf, tableFor } from "../client/pages.js";
import { messages as en } from "./messages/en.js";
import { arrived, messagesIn } from "./page.js";

const { lang } = document.documentElement;

const table = Object.hasOwn(messagesIn, lang) ? await arrived(messagesIn[lang]()).catch(() => null) : null;

export const messages = table?.messages ?? en;
export const boardMessages = await tableFor(lang);

// The message for an error, with the same wording as on the board.
export function wordsOf(error) {
  return error.code ? errorOf(error, boardMessages) : boardMessages.noAnswer; // a module could not be loaded
}
