// Keeps the header in the visitor's language, which language.js has chosen, on a page that is in English.

import { html } from "./dom.js";

const TABLES = {
  de: { load: () => import("./messages/de.js"), note: "Die Lektionen sind auf Englisch." },
  es: { load: () => import("./messages/es.js"), note: "Las lecciones están en inglés." },
};
const { documentElement: root } = document;
const { lang } = root;
root.lang = "en";
if (lang in TABLES) translate(TABLES[lang]);

async function translate({ load, note }) {
  const header = document.querySelector("header");
  header.lang = lang;
  header.after(html("aside", { className: "site-note", lang }, note));
  const { page } = (await load()).messages;
  for (const link of header.querySelectorAll("nav a")) link.textContent = page[link.textContent] ?? link.textContent;
}
