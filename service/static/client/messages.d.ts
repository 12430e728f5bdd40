// The types of message tables, as exported by "noughts/messages/de.js".

import type { Messages } from "./noughts-board.js";

export const en: Messages;
export const de: Messages;
export const es: Messages;
