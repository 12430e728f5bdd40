// A page of the service in this process: its HTML and its modules in happy-dom, with the responses of the
// service at NOUGHTS_BASE. There is no layout: what needs one is tested in a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Window } from "happy-dom";
import { missingIn } from "../../missing.mjs";
import { STATIC } from "./modules.mjs";
import { ask, base } from "./searches.mjs";

export { ask, base };

const PATIENCE = 120_000; // milliseconds
const OURS = ["CustomEvent", "Event", "EventTarget", "FormData", "MessageEvent", "PopStateEvent", "navigator"]; // not those of Node
const INTERNAL = "getHTML"; // by which happy-dom implements innerHTML
const LOADED = /<script.*?<\/script>|<link.*?>/gs;

export const errors = []; // what the page has written to the console as an error
console.error = (...words) => errors.push(words.join(" "));

// What every media query has: motion is reduced, until a test changes it.
export const media = { matches: true, addEventListener() {} };

// What answers requests, which a test can replace: the service, or the file beside a module.
const { fetch } = globalThis;
export const network = {
  fetch: async (target, options) =>
    String(target).startsWith("file:") ? new Response(await readFile(new URL(target))) : fetch(target, options),
};
globalThis.fetch = (...request) => network.fetch(...request);

// Opens a window with the HTML of a page, which then has the globals of a browser. It asks for less motion.
function openWindow(target, html) {
  const window = new Window({ url: new URL(target, base).href });
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !OURS.includes(name)) continue;
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  }
  Object.assign(globalThis, { matchMedia: () => media, confirm: () => true });
  complete(window);
  document.documentElement.lang = "en";
  document.body.innerHTML = new DOMParser().parseFromString(html.replaceAll(LOADED, ""), "text/html").body.innerHTML;
}

// Deletes what the oldest browsers lack, and defines what happy-dom lacks: the size of a large window, and a choice
// of radio buttons by value.
function complete(window) {
  const { Element, HTMLElement, RadioNodeList } = window;
  for (const [object, member] of missingIn().members) {
    const { prototype } = window[object] ?? {};
    if (member && prototype && member !== INTERNAL) delete prototype[member];
  }
  for (const { prototype } of [Element, HTMLElement]) {
    for (const name of ["clientWidth", "clientHeight"]) Object.defineProperty(prototype, name, { value: 1000 });
  }
  const { get } = Object.getOwnPropertyDescriptor(RadioNodeList.prototype, "value");
  Object.defineProperty(RadioNodeList.prototype, "value", {
    get,
    set(value) {
      for (const each of this) each.checked = each.value === value;
    },
  });
}

// Opens a page, and runs its module. The service writes a page without a file.
export async function visit(target, file, module) {
  openWindow(target, file ? readFileSync(new URL(file, STATIC), "utf8") : await (await fetch(base + target)).text());
  await import(new URL(module, STATIC));
}

// Opens an empty page that can have boards.
export async function openWithBoards() {
  openWindow("/elsewhere", "<body></body>");
  await import(new URL("client/noughts-board.js", STATIC));
}

// Goes to another address of the page, as "back" and "forward" do.
export function go(target) {
  history.pushState(null, "", target);
  window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
}

// Waits until assertions hold, and returns what they return.
export async function until(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

export const becomes = (read, expected) => until(() => assert.deepEqual(read(), expected));
export const one = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
export const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
export const textsOf = (selector, within) => all(selector, within).map(textOf);

export const board = () => one("noughts-board");
export const onBoard = (selector) => all(selector, board().shadowRoot);
export const cell = (number) => onBoard("[data-cell]")[number];
export const marks = () => onBoard("[data-cell]").map(({ dataset: { mark } }) => mark || ".").join("");
export const status = () => textOf(onBoard(".status")[0]);
export const fault = () => (onBoard(".fault")[0].hidden ? null : textOf(onBoard(".fault span")[0]));
export const says = (words) => (words instanceof RegExp ? until(() => assert.match(status(), words)) : becomes(status, words));
export const shows = (expected) => becomes(marks, expected);

export const button = (words, within = document) => {
  const found = all("button", within).find((each) => !each.closest("[hidden]") && [textOf(each), each.getAttribute("aria-label")].includes(words));
  assert.ok(found, `there is no button ${words}`);
  return found;
};
export const press = (words, within) => button(words, within).click();

// The cell with the focus on the board.
export const focused = () => Number(board().shadowRoot.activeElement.dataset.cell);
export function type(key, target = board().shadowRoot.activeElement) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
}
export function point(target, name = "pointerover") {
  target.dispatchEvent(new Event(name, { bubbles: true }));
}

// Chooses a value in a form, as a person does.
export function choose(target, value) {
  if (typeof value === "boolean") target.checked = value;
  else if (target.type === "radio") target.checked = true;
  else target.value = value;
  target.dispatchEvent(new Event("change", { bubbles: true }));
}
