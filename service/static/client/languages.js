// The languages of the board. English is always there; the others are loaded where they are needed.

import { en } from "./messages/en.js";

export { en };

// By language, a function that loads the table of its messages. A page may add its own.
export const languages = {
  de: async () => (await import("./messages/de.js")).de,
  es: async () => (await import("./messages/es.js")).es,
};

// The table for a language tag such as "de-AT"; English where there is none.
export async function tableFor(tag) {
  const [language] = tag.toLowerCase().split("-");
  return languages[language]?.() ?? en;
}
