// Plays a game in Firefox (WebDriver BiDi): node firefox.mjs PROGRAM ADDRESS CELL…
// Prints what the board says after the moves, or the first error of the page.
import puppeteer from "puppeteer-core";

const [executablePath, address, ...cells] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  const failed = new Promise((_, reject) => {
    page.on("pageerror", reject);
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && reject(new Error(message.text())));
  });
  const game = async () => {
    await page.goto(address);
    for (const cell of cells) {
      await (await page.waitForSelector(`noughts-board >>> [data-cell="${cell}"][aria-disabled="false"]`)).click();
    }
    const verdict = await page.waitForSelector("#verdict:not(:empty)");
    return verdict.evaluate((element) => element.textContent);
  };
  console.log(await Promise.race([game(), failed]));
} finally {
  await browser.close();
}
