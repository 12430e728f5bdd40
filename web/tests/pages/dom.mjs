// A document in this process, for modules of the pages that only need the DOM.

import { Window } from "happy-dom";

export { STATIC } from "./modules.mjs";

// Opens an empty page, whose browser has kept nothing.
export function openPage(lang = "en") {
  const window = new Window({ url: `http://127.0.0.1/?lang=${lang}` });
  const { document, localStorage, location, navigator, NodeFilter } = window;
  Object.assign(globalThis, { window, document, localStorage, location, NodeFilter });
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  document.documentElement.lang = lang;
  return document;
}
