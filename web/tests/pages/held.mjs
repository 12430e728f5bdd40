// Requests to the service that are held until they are released, or that fail.

import { network } from "./page.mjs";

const { fetch } = network;
export const HELD = []; // each with its URL, and what answers it

// Waits until what is pending has been shown.
export const rest = () => new Promise((resolve) => setTimeout(resolve, 10));

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

// What happens to requests.
export const OUTCOMES = {
  "is answered at last": hold,
  "gets no response": () => { network.fetch = async () => { throw new TypeError("Failed to fetch"); }; },
  "meets a busy service": () => {
    network.fetch = async () => Response.json({ code: "overloaded", detail: "Busy." }, { status: 503 });
  },
  "is sent too often": () => { network.fetch = async () => new Response("<h1>", { status: 429 }); },
};
