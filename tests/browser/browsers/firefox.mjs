// Plays in Firefox: node firefox.mjs EXECUTABLE URL
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const [executablePath, base] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  // The middle of the first such element on the board, or on the page. The pages forbid what locators evaluate.
  const placeOf = async (selector, isOnBoard = true) => {
    for (const end = Date.now() + 120_000; Date.now() < end; await setTimeout(50)) {
      const place = await page.evaluate((sought, isInside) => {
        const root = isInside ? document.querySelector("noughts-board")?.shadowRoot : document;
        const { x, y, width, height } = root?.querySelector(sought)?.getBoundingClientRect() ?? {};
        return width > 0 && [x + width / 2, y + height / 2];
      }, selector, isOnBoard);
      if (place) return place;
    }
    throw new Error(`There is no ${selector}`);
  };
  for (const path of ["/examples/board.html", "/?seed=1&lang=de"]) {
    await page.goto(base + path);
    for (const ply of [1, 2]) {
      await page.mouse.click(...await placeOf(".board[aria-busy='false'] .cell[aria-disabled='false']"));
      await placeOf(`.mark.O:nth-child(${2 * ply})`);
    }
    const strokes = await page.evaluate(() => [".grid", ".mark.X", ".mark.O"].map((part) =>
      getComputedStyle(document.querySelector("noughts-board").shadowRoot.querySelector(part)).stroke));
    assert.ok(strokes.every((stroke) => stroke.startsWith("rgb") || stroke.startsWith("oklch") || stroke.startsWith("color")), strokes);
  }
  for (const [path, part, isOnBoard] of [["/puzzles", ".mark", true], ["/learn?lesson=minimax", ".tree g", false]]) {
    await page.goto(base + path);
    await placeOf(part, isOnBoard);
  }
  await page.goto(`${base}/examples/board.html`);
  assert.deepEqual(await page.evaluate(`(${readFileSync(new URL("life_cycle.js", import.meta.url), "utf8").replace(/^\/\/.*$/m, "")})()`), []);
  assert.deepEqual(errors, []);
  console.log(await browser.version());
} finally {
  await browser.close();
}
