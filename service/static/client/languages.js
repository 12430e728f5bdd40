// The languages of the board. English is always loaded, the others on demand.

import { en } from "./messages/en.js";

export { en };

// By language, a function that loads its messages. Pages can add languages.
export const languages = {
  de: async () => (await import("./messages/de.js")).de,
  es: async () => (await import("./messages/es.js")).es,
};

// The messages for a language tag such as "de-AT"; English if there are none.
export async function tableFor(tag) {
  const [language] = tag.toLowerCase().split("-");
  return languages[language]?.() ?? en;
}
