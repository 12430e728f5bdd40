// The types of the package.

import type { Messages } from "./noughts-board.js";

export * from "./noughts-board.js";
export * from "./noughts.js";
export const en: Messages;
/** By language, a function that loads the table of its messages. Pages can add their own. */
export const languages: Record<string, () => Promise<Messages>>;
