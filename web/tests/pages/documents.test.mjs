// What the documents and the HTML of the pages say about modules is true.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { STATIC } from "./dom.mjs";

const read = (path) => readFileSync(new URL(path, STATIC), "utf8");
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found))];
const sorted = (names) => [...new Set(names)].sort();

const EMBEDDING = read("../../docs/embedding.md");
const DECLARED = read("client/noughts-board.d.ts");
const { observedAttributes } = await import(new URL("client/attributes.js", STATIC));
const { settingsByDefault } = await import(new URL("client/settings.js", STATIC));
const NAMES = [...Object.keys(settingsByDefault), "base", "replay", "showScores"];
const EVENTS = [...all(DECLARED, /^ {4}(\w+): CustomEvent/gm), "error"];
const CUSTOM_PROPERTIES = all(read("client/noughts-board.css"), /var\((--noughts-[\w-]+)/g);
const DOCUMENTED = observedAttributes.filter((each) => each.includes("-") || ["board", "lang", ...NAMES].includes(each));

// The names in the first column of a table of the reference.
function namesIn(...header) {
  const first = `| ${header.join(" | ")} |\n`;
  const [rows] = EMBEDDING.slice(EMBEDDING.indexOf(first) + first.length).split("\n\n");
  assert.ok(EMBEDDING.includes(first), first);
  return sorted(rows.split("\n").slice(1).flatMap((row) => all(row.split(" | ")[0], /`([\w-]+)/g)));
}

test("the examples list attributes, events and custom properties", () => {
  const tables = read("examples/index.html").split("<tbody>").slice(1);
  const [attributes, events, properties] = tables.map((table) =>
    sorted(all(table, /<tr><td>(.*?)<\/td>/g).flatMap((cell) => all(cell, /<code>([\w-]+)/g))));
  assert.deepEqual([attributes, events, properties], [sorted(DOCUMENTED), sorted(EVENTS), sorted(CUSTOM_PROPERTIES)]);
});

test("the reference of the element is that of the code", () => {
  const [, element] = DECLARED.split("export class NoughtsBoard");
  const members = all(element, /^ {4}(?:readonly |get |set )?(\w+)[:(]/gm);
  const inherited = ["addEventListener", ...NAMES];
  assert.deepEqual(namesIn("attribute", "meaning", "default"), sorted(DOCUMENTED));
  assert.deepEqual(namesIn("name", "meaning"), sorted(members.filter((name) => !inherited.includes(name))));
  assert.deepEqual(namesIn("event", "when", "`detail`"), sorted(EVENTS));
  assert.deepEqual(namesIn("custom property", "sets"), sorted(CUSTOM_PROPERTIES));
  const shapes = all(all(DECLARED, /type: (.*?);/g).join(), /"(\w+)"/g);
  const modules = readdirSync(new URL("client/", STATIC)).filter((name) => /^[^n].*\.js$/.test(name));
  const parts = modules.flatMap((name) => all(read(`client/${name}`), /part(?:=|: )"(\w+)"/g));
  assert.deepEqual(namesIn("`::part()` names", "location"), sorted([...parts, ...shapes, "faint"]));
});

test("the manifest describes what the reference lists", () => {
  const { declarations } = JSON.parse(read("client/custom-elements.json")).modules[0];
  const { attributes, cssParts, cssProperties, events } = declarations.find(({ tagName }) => tagName === "noughts-board");
  const described = (list) => sorted(list.map(({ name, description }) => (assert.ok(description, name), name)));
  assert.deepEqual(described(attributes), namesIn("attribute", "meaning", "default"));
  assert.deepEqual(described(cssProperties), namesIn("custom property", "sets"));
  const colors = all(DECLARED, /ShapeColor = (.*);/g).flatMap((each) => all(each, /"(\w+)"/g));
  assert.deepEqual(described(cssParts), sorted([...namesIn("`::part()` names", "location"), ...colors]));
  const names = namesIn("event", "when", "`detail`").filter((name) => name !== "error");
  assert.deepEqual(described(events), names.map((name) => `noughts-${name}`));
  const defaults = attributes.filter((each) => each.default).map((each) => [each.name, each.default]);
  for (const [name, value] of defaults) {
    const property = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    assert.equal(value, String(settingsByDefault[property]), name);
  }
});

test("the documented integrity is the hash of the bundle", () => {
  const hash = createHash("sha384").update(read("client/noughts-board.bundle.js")).digest("base64");
  assert.ok(EMBEDDING.includes(`\`integrity="sha384-${hash}"\``));
});
