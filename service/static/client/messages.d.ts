// The types of a table of messages, as "noughts/messages/de.js" exports one.

import type { Messages } from "./noughts-board.js";

export const en: Messages;
export const de: Messages;
export const es: Messages;
