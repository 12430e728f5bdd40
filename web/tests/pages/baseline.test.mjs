// The linters report what the oldest supported browsers lack, such as the lines that broke the element there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import stylelint from "stylelint";
import { STATIC } from "./modules.mjs";

const fileOf = (name) => fileURLToPath(new URL(name, STATIC));
const configOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const scripts = new ESLint({ cwd: fileOf("../.."), overrideConfigFile: configOf("eslint.config.mjs"), ignore: false });

for (const [code, feature] of [
  ["export const placed = (cells, cell, side) => cells.with(cell, side);", /'Array.prototype.with'/],
  ["export const last = (cells) => cells.toReversed();", /'Array.prototype.toReversed'/],
  ["export const signal = (signals) => AbortSignal.any(signals);", /AbortSignal\.any/],
  ["export const isUrl = (text) => URL.canParse(text);", /URL\.canParse/],
  ["export const bySide = (moves) => Object.groupBy(moves, ({ side }) => side);", /groupBy/],
  ["export const press = (button) => { button.ariaPressed = \"true\"; };", /'ariaPressed' is restricted/],
  ["export const show = (card) => card.togglePopover();", /'togglePopover' is restricted/],
  ["export const move = (list, first) => list.moveBefore(first, null);", /'moveBefore' is restricted/],
  ["export const press = (button) => button.setAttribute(\"aria-pressed\", \"true\");", null],
  ["export const last = (cells) => cells.at(-1);", null],
]) {
  test(`${code} is ${feature ? "too new" : "known"}`, async () => {
    const [{ messages }] = await scripts.lintText(code, { filePath: fileOf("client/board.js") });
    if (feature) assert.match(messages.map(({ message }) => message).join("\n"), feature);
    else assert.deepEqual(messages, []);
  });
}

for (const [code, feature] of [
  [".head { --x: var(--noughts-x, oklch(from currentColor var(--light) 0.13 260)); }", /"oklch\(\)"/],
  [".cell { background: color-mix(in srgb, red, var(--tone)); }", /"color-mix\(\)"/],
  [".head:has(.replay) { display: grid; }", /":has"/],
  [".settings:popover-open { display: grid; }", /":popover-open"/],
  ["@media (width < 40rem) { .cell { color: red; } }", /Range syntax/],
  ["#level-text { min-block-size: 2lh; }", /"lh" unit/],
  [".cell { .score { color: red; } }", /nesting/],
  ["@supports (color: oklch(from currentColor l c h)) { .head { color: oklch(from currentColor l c h); } }", null],
  ["@supports selector(:has(*)) { .head:has(.replay) { display: grid; } }", null],
]) {
  for (const name of ["client/noughts-board.css", "shared/site.css"]) {
    test(`${code} in ${name} is ${feature ? "too new" : "known"}`, async () => {
      const options = { configFile: configOf("stylelint.config.mjs"), codeFilename: fileOf(name) };
      const { results: [{ parseErrors, warnings }] } = await stylelint.lint({ ...options, code });
      assert.deepEqual(parseErrors, []);
      if (feature) assert.match(warnings.map(({ text }) => text).join("\n"), feature);
      else assert.deepEqual(warnings, []);
    });
  }
}
