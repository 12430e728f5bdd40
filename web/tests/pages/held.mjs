// Requests to the service that are held until they are released, or that fail, and what is pressed meanwhile.

import { test } from "node:test";
import { network } from "./page.mjs";

const { fetch } = network;
export const HELD = []; // each with its URL, and what answers it

// Waits until what is pending has been shown.
export const rest = () => new Promise((resolve) => setTimeout(resolve));

export function hold() {
  HELD.length = 0;
  network.fetch = (target, options) => String(target).includes("/v1/")
    ? new Promise((resolve, reject) => {
      HELD.push({ url: String(target), answer: () => fetch(target, options).then(resolve, reject) });
      options?.signal?.addEventListener("abort", () => reject(options.signal.reason));
    })
    : fetch(target, options);
}

// Lets new requests through; those held stay so.
export function restore() {
  network.fetch = fetch;
}

export async function release() {
  restore();
  for (const { answer } of HELD.splice(0)) answer();
  await rest();
}

const FAILURES = [
  async () => { throw new TypeError("Failed to fetch"); },
  async () => Response.json({ code: "overloaded", detail: "Busy." }, { status: 503 }),
  async () => new Response("<h1>", { status: 429 }),
];
const OUTCOMES = {
  "is answered at last": hold,
  fails(number) { network.fetch = FAILURES[number % FAILURES.length]; },
};

// Tests a request that is held, or that fails in one way after the other: after it has begun, each button is
// pressed, and the page goes on.
export function testButtons(request, buttons, { open, begin, goesOn }) {
  for (const [outcome, arrange] of Object.entries(OUTCOMES)) {
    test(`${request} that ${outcome}, and each button meanwhile`, async () => {
      for (const [number, [name, press]] of Object.entries(buttons).entries()) {
        await open();
        arrange(number);
        begin();
        await rest();
        press();
        await rest();
        await release();
        await goesOn().catch((error) => { throw new Error(`${name}: ${error.message}`, { cause: error }); });
      }
    });
  }
}
