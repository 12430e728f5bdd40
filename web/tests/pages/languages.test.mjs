// Every language has every message, and every text of the HTML of the pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Window } from "happy-dom";
import { openPage, STATIC } from "./dom.mjs";

const read = (path) => readFileSync(new URL(path, STATIC), "utf8");
const load = (path) => import(new URL(path, STATIC));
const keysOf = (table, path = "") =>
  Object.entries(table)
    .flatMap(([key, value]) => (value?.constructor === Object ? keysOf(value, `${path}${key}.`) : [path + key]))
    .sort();

// The words and labels of the HTML of the pages that have other languages, and of the note on those that do not.
function wordsOfPages() {
  const words = new Set(["This page is in English."]);
  for (const name of ["play/index.html", "puzzles/index.html", "not-found.html"]) {
    const { document } = new Window();
    document.write(read(name).replaceAll(/<link.*?>/gs, ""));
    document.querySelectorAll("noscript, script, body [lang]").forEach((part) => part.remove());
    for (const part of document.body.querySelectorAll("[aria-label]")) words.add(part.getAttribute("aria-label"));
    const texts = document.createTreeWalker(document.body, 4); // NodeFilter.SHOW_TEXT
    while (texts.nextNode()) words.add(texts.currentNode.data.trim().replace(/\s+/g, " "));
  }
  return [...words].filter((each) => /[a-z]{2}/.test(each));
}

for (const language of ["de", "es"]) {
  test(`the tables in ${language} have the keys of English`, async () => {
    for (const [path, name] of [
      ["client/messages/", "client"],
      ["shared/messages/", "page"],
    ]) {
      const [english, other] = await Promise.all(
        ["en", language].map(async (each) => {
          const { [each]: table, messages } = await load(`${path}${each}.js`);
          return keysOf(table ?? messages);
        }),
      );
      assert.ok(english.length > 20, name);
      assert.deepEqual(other, english, name);
    }
  });

  test(`every text of the pages is translated to ${language}, and no other one`, async () => {
    const { languages, texts } = await load("shared/messages/page.js");
    const words = wordsOfPages();
    assert.deepEqual(words.filter((each) => !texts[each]?.[languages.indexOf(language)]), ["Noughts"]);
    assert.deepEqual(Object.keys(texts).filter((each) => !words.includes(each)), []);
  });
}

for (const [search, kept, languages, lang] of [
  ["?lang=de", "es", ["en"], "de"],
  ["?lang=fr", "es", ["de"], "es"],
  ["", null, ["fr", "ES-mx", "de"], "es"],
  ["", null, ["fr"], "en"],
]) {
  test(`with ${search || "no parameter"}, ${kept ?? "nothing"} kept and a browser in ${languages}, a page is in ${lang}`, async () => {
    const { documentElement } = openPage();
    Object.assign(globalThis, { location: { search } });
    Object.defineProperty(globalThis, "navigator", { value: { languages } });
    localStorage.setItem("noughts.language", JSON.stringify(kept));
    await load(`shared/page.js?${lang}${search}`); // a new instance
    assert.equal(documentElement.lang, lang);
  });
}

test("the type of messages names those of the board", async () => {
  const { en } = await load("client/messages/en.js");
  const [, fields] = read("client/noughts-board.d.ts").match(/interface Messages \{(.*?)\n\}/s);
  const names = [...fields.matchAll(/^ {4}(\w+)[:(]/gm)].map(([, name]) => name);
  assert.deepEqual(names, Object.keys(en));
});

for (const language of ["en", "de", "es"]) {
  test(`in ${language}, a win or loss of unproved length has no number`, async () => {
    const { scoreOf } = await load("client/labels.js");
    const { [language]: table } = await load(`client/messages/${language}.js`);
    for (const outcome of ["win", "loss"]) {
      const move = { outcome, plies_to_end: null, score: null, estimate: null, reason: "corner", text: "" };
      assert.match(scoreOf(move, table), /^\p{L}+$/u);
      assert.doesNotMatch(table.sentence(move), /null|\d/);
    }
  });
}

for (const name of Object.getOwnPropertyNames(Object.prototype)) {
  test(`a language, algorithm or order called ${name} is unknown`, async () => {
    const document = openPage(name);
    await load(`shared/page.js?${name}`);
    assert.equal(document.documentElement.lang, "en");
    const { readState } = await load("learn/address.js");
    const { searches } = readState(`?board=.../.../X..&algorithm=minimax&order=${name}`);
    assert.notEqual(searches[0].order, name);
    assert.notEqual(readState(`?board=.../.../X..&algorithm=${name}`).searches[0].algorithm, name);
  });
}
