// Rules for every style sheet of the pages.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { STATIC } from "./dom.mjs";

const HOVER = /@media \(hover: hover\) \{(?:[^{}]|\{[^{}]*\})*\}/g;

const sheets = readdirSync(STATIC, { recursive: true }).filter((file) => file.endsWith(".css"));

for (const file of sheets) {
  if (file.endsWith("swagger-ui.css")) continue; // generated
  const sheet = readFileSync(new URL(file, STATIC), "utf8");

  test(`${file} has no style that a tap would leave`, () => {
    assert.doesNotMatch(sheet.replaceAll(HOVER, ""), /:hover/);
  });

  test(`${file} has no font that differs from device to device`, () => {
    assert.doesNotMatch(sheet, /(?<!sans-)serif/);
  });
}
