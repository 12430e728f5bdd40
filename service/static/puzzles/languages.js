// The languages of the puzzles. English is loaded with them, the others on demand.

import { en } from "./messages/en.js";

const languages = {
  de: async () => (await import("./messages/de.js")).de,
  es: async () => (await import("./messages/es.js")).es,
};

// The messages for a language tag such as "de-AT"; English if there are none.
export async function messagesFor(tag) {
  const [language] = tag.toLowerCase().split("-");
  return languages[language]?.() ?? en;
}
