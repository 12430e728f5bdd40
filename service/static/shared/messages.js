// The texts of the page, in the language that language.js has chosen.

import { tableFor } from "../client/pages.js";
import { messages as en } from "./messages/en.js";

const others = {
  de: () => import("./messages/de.js"),
  es: () => import("./messages/es.js"),
};
const { lang } = document.documentElement;

export const messages = lang in others ? (await others[lang]()).messages : en;
export const boardMessages = await tableFor(lang);

// Translates the texts and labels of the page's HTML.
export function translatePage() {
  const { page = {} } = messages;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    const words = node.data.trim().replace(/\s+/g, " ");
    if (words in page) node.data = node.data.replace(node.data.trim(), page[words]);
  }
  for (const part of document.querySelectorAll("[aria-label]")) {
    const words = part.getAttribute("aria-label");
    part.setAttribute("aria-label", page[words] ?? words);
  }
  document.documentElement.classList.add("translated");
}
