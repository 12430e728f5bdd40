// Plays in Firefox: node firefox.mjs EXECUTABLE URL
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [executablePath, base] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  for (const path of ["/examples/board.html", "/?seed=1&lang=de"]) {
    await page.goto(base + path);
    for (const ply of [1, 2]) {
      await page.locator("noughts-board >>> .board[aria-busy='false'] .cell[aria-disabled='false']").click();
      await page.waitForSelector(`noughts-board >>> .mark.O:nth-child(${2 * ply})`);
    }
    const strokes = await page.evaluate(() => [".grid", ".mark.X", ".mark.O"].map((part) =>
      getComputedStyle(document.querySelector("noughts-board").shadowRoot.querySelector(part)).stroke));
    assert.ok(strokes.every((stroke) => stroke.startsWith("rgb") || stroke.startsWith("oklch") || stroke.startsWith("color")), strokes);
  }
  for (const [path, part] of [["/puzzles", "noughts-board >>> .mark"], ["/learn?lesson=minimax", ".tree g"]]) {
    await page.goto(base + path);
    await page.waitForSelector(part, { visible: true });
  }
  await page.goto(`${base}/examples/board.html`);
  assert.deepEqual(await page.evaluate(`(${readFileSync(new URL("life_cycle.js", import.meta.url), "utf8").replace(/^\/\/.*$/m, "")})()`), []);
  assert.deepEqual(errors, []);
  console.log(await browser.version());
} finally {
  await browser.close();
}
