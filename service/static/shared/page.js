// The frame of every page: the visitor's language, and a notice if a file of the page does not arrive.
//
// Pages load this module first and apart, because nothing else may wait for it, nor it for anything. If it
// does not arrive, the style sheet shows the page and the notice (site.css).

import { languages, texts } from "./messages/page.js";
import { load } from "./storage.js";

export const messagesIn = {
  de: () => import("./messages/de.js"),
  es: () => import("./messages/es.js"),
};
const PATIENCE = 10_000; // milliseconds
const root = document.documentElement;
const notice = () => document.getElementById("notice");
/** @type {() => NodeListOf<HTMLLinkElement>} */
const styles = () => document.querySelectorAll("link[rel=stylesheet]");

const missing = new Set(); // the names of files that have failed or are late
let pending = 0;

// The language of the URL, the one chosen before, or the browser's first choice.
function chosenLanguage() {
  const asked = [new URLSearchParams(location.search).get("lang"), load("language"), ...navigator.languages];
  const found = asked.map((tag) => tag?.toLowerCase().split("-")[0]);
  return found.find((tag) => tag === "en" || languages.includes(tag)) ?? "en";
}

// Translates the texts and labels of the HTML, except in parts that declare their own language.
function translate(language) {
  const { FILTER_ACCEPT, FILTER_REJECT, SHOW_ELEMENT, SHOW_TEXT } = NodeFilter;
  const parts = document.createTreeWalker(document.body, SHOW_ELEMENT | SHOW_TEXT, (part) =>
    /** @type {HTMLElement} */ (part).lang ? FILTER_REJECT : FILTER_ACCEPT);
  while (parts.nextNode()) {
    const part = /** @type {HTMLElement & Text} */ (parts.currentNode);
    const words = part.data?.trim().replace(/\s+/g, " ");
    if (words in texts) part.data = part.data.replace(part.data.trim(), texts[words][language]);
    const label = part.getAttribute?.("aria-label");
    if (label in texts) part.setAttribute("aria-label", texts[label][language]);
  }
}

function show() {
  const language = languages.indexOf(root.lang);
  if (language >= 0) {
    translate(language);
    const note = { className: "site-note", textContent: texts["This page is in English."][language] };
    document.querySelector("main[lang=en]")?.before(Object.assign(document.createElement("aside"), note));
    // The scripts of the page await this file, and report it if it is missing.
    const hasBoard = document.querySelector("main:not([lang]) noughts-board");
    if (hasBoard) messagesIn[root.lang]().catch(() => {});
  }
  notice()?.querySelectorAll(`p:not([lang="${root.lang}"])`).forEach((words) => words.remove());
  notice()?.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault();
    location.reload(); // the link alone would drop the fragment
  });
  root.classList.add("shown");
  draw();
}

function draw() {
  if (notice()) notice().hidden = missing.size === 0;
}

// Whether a style sheet has failed, which also leaves an empty sheet, or has not arrived.
function isMissing({ sheet }) {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true; // a sheet without a response has no origin
  }
}

// A style sheet that hangs keeps the browser from drawing anything, but its copy does not.
function late(name) {
  missing.add(name);
  for (const link of styles()) if (isMissing(link)) link.replaceWith(link.cloneNode());
  draw();
}

// Awaits a file, and shows the notice while it is late, or if it fails, until one of the same name arrives.
/** @type {<File>(arrival: Promise<File>, name?: unknown) => Promise<File>} */
export async function arrived(arrival, name = arrival) {
  const timer = setTimeout(late, PATIENCE, name);
  pending += 1;
  try {
    const file = await arrival;
    missing.delete(name);
    return file;
  } catch (error) {
    missing.add(name);
    throw error;
  } finally {
    clearTimeout(timer);
    pending -= 1;
    draw();
  }
}

// Every page calls this as soon as it can be used.
export function ready() {
  root.classList.add("ready");
}

// Whether everything that the HTML names has arrived; a module that still awaits a file need not run yet.
function isWhole() {
  const isScripted = root.classList.contains("ready") || pending > 1 || document.scripts.length === 1;
  return isScripted && ![...styles()].some(isMissing);
}

root.lang = chosenLanguage();
if (document.readyState === "loading") document.addEventListener("readystatechange", show, { once: true });
else show();
if (document.readyState !== "complete") {
  const whole = new Promise((resolve, reject) => {
    addEventListener("error", ({ target }) => {
      if (target instanceof Element && target.matches("script, link[rel=stylesheet]")) reject();
    }, true);
    addEventListener("load", () => (isWhole() ? resolve() : reject()));
  });
  arrived(whole).catch(() => {}); // the notice says it
}
