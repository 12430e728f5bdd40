// A document in this process, for modules of the pages that only need the DOM.

import { Window } from "happy-dom";

export { STATIC } from "./modules.mjs";

// Opens an empty page, whose browser has kept nothing.
export function openPage(lang = "en") {
  const window = new Window();
  const { document, localStorage } = window;
  document.documentElement.lang = lang;
  Object.assign(globalThis, { window, document, localStorage });
  return document;
}
