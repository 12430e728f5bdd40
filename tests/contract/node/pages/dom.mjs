// A document in this process, for modules of the pages that only need the DOM.

import { register } from "node:module";
import { Window } from "happy-dom";

// The service has /client beside /static, but the files are in one folder.
const resolve = (specifier, context, next) => next(specifier.replace("../../client/", "../client/"), context);
register(`data:text/javascript,export const resolve = ${encodeURIComponent(String(resolve))}`);

export const PAGES = new URL("../../../../service/static/playground/", import.meta.url);

// Opens an empty page, whose browser has kept nothing.
export function openPage(lang = "en") {
  const window = new Window();
  const { document, localStorage } = window;
  document.documentElement.lang = lang;
  Object.assign(globalThis, { window, document, localStorage });
  return document;
}
