// The rules that modules of the pages must follow fail for a module that breaks them.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { ESLint } from "eslint";
import stylelint from "stylelint";
import { STATIC } from "./modules.mjs";

const overrideConfigFile = fileURLToPath(new URL("../../eslint.config.mjs", import.meta.url));
const eslint = new ESLint({ cwd: fileURLToPath(new URL("../..", STATIC)), overrideConfigFile });

async function rulesBrokenBy(text, name) {
  const [{ messages }] = await eslint.lintText(`${text}\n`, { filePath: fileURLToPath(new URL(name, STATIC)) });
  return messages.map(({ ruleId }) => ruleId);
}

for (const [name, allowed, forbidden] of [
  ["play/main.js", ["./review.js", "../shared/dom.js", "../client/pages.js", "../client/noughts-board.js"],
    ["../client/board.js", "../learn/search.js", "../puzzles/list.js"]],
  ["learn/main.js", ["../tree/view.js", "../shared/page.js", "../vendor/diff/diff.js"], ["../practice/tree.js", "../client/game.js"]],
  ["docs/main.js", ["../shared/page.js"], ["../play/review.js"]],
  ["shared/query.js", ["./dom.js", "../client/pages.js"], ["../client/settings.js", "../play/review.js", "../tree/view.js"]],
  ["tree/view.js", ["../shared/dom.js", "../vendor/d3.js", "../client/pages.js"], ["../learn/pane.js"]],
  ["client/game.js", ["./board.js"], ["../shared/dom.js", "../play/review.js"]],
]) {
  test(`${name} imports only from folders that it may`, async () => {
    for (const each of allowed) assert.deepEqual(await rulesBrokenBy(`import "${each}";`, name), [], each);
    for (const each of forbidden) {
      assert.deepEqual(await rulesBrokenBy(`import "${each}";`, name), ["no-restricted-imports"], each);
    }
  });
}

test("a rule of a style sheet in one line has at most 120 characters", async () => {
  const configFile = fileURLToPath(new URL("../../stylelint.config.mjs", import.meta.url));
  const codeFilename = fileURLToPath(new URL("shared/site.css", STATIC));
  for (const [length, broken] of [[120, []], [121, ["noughts/one-line-rules"]]]) {
    const code = `a { inset: ${"0".repeat(length - 14)}; }\n`;
    const { results: [{ warnings }] } = await stylelint.lint({ code, codeFilename, configFile });
    assert.deepEqual(warnings.map(({ rule }) => rule), broken);
  }
});

test("a line has at most 110 characters, and a file 350 lines", async () => {
  for (const name of ["play/main.js", "learn/main.js", "practice/tree.js", "player/main.js", "tree/view.js", "client/game.js"]) {
    for (const [length, broken] of [[110, []], [111, ["max-len"]]]) {
      assert.deepEqual(await rulesBrokenBy(`//${"-".repeat(length - 2)}`, name), broken, name);
    }
  }
  for (const [lines, broken] of [[350, []], [351, ["max-lines"]]]) {
    assert.deepEqual(await rulesBrokenBy(Array(lines).fill("//").join("\n"), "play/main.js"), broken);
  }
});
