// @ts-self-types="./noughts.d.ts"
// The Noughts client for browsers, Node and Deno: one class with a method for each operation.

/** @import { Noughts as Declared, NoughtsError as DeclaredError } from "./noughts.js" */

// The service that this module came from: the folder above it. Bundlers would resolve `new URL("../",
// import.meta.url)` when they build, and some replace `import.meta.url` by that of a file: then it is the
// page's host.
const HERE = String(import.meta.url);
const SERVICE = /^https?:/.test(HERE) ? HERE.replace(/([^:/])\/([^/]*\/)?[^/?#]*([?#].*)?$/, "$1/") : "/";
const NO_SERVICE = "base must be the URL of a service, such as https://the-service.example/.";
const JSON_HEADERS = { "Content-Type": "application/json" };
const LINES = { Accept: "application/x-ndjson" };

// Uses GET if possible, because it can be cached; a query has no board as an array.
const isQuery = (request) => !Array.isArray(request.board);
const given = (request) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value != null));

// The parts of a body, each up to an `end`; the last has none if the body was cut off.
async function* partsOf(body, end, read) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  try {
    for (let more = await read(reader); !more.done; more = await read(reader)) {
      const parts = (begun + more.value).split(end);
      begun = parts.pop();
      yield* parts;
    }
    if (begun) yield begun;
  } finally {
    reader.cancel().catch(() => {}); // stopping early ends the call
  }
}
const fieldsOf = (event) => Object.fromEntries(event.split("\n").map((line) => line.split(/: ?(.*)/)));
const asFarAsItArrives = (reader) => reader.read().catch(() => ({ done: true }));

export class NoughtsError extends Error {
  /**
   * @param {string} message
   * @param {Pick<DeclaredError, "code"> & Partial<DeclaredError>} options
   */
  constructor(message, options) {
    super(message, options);
    const name = "NoughtsError";
    Object.assign(this, { name, status: 0, problem: null, retryAfter: null, requestId: null }, options);
  }
}

// Receives from the network; a failure becomes an error that says how to fix it.
async function received(receive, url, signal) {
  try {
    return await receive();
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `No response from ${url}. Check the connection and the URL, or try again.`;
    throw new NoughtsError(message, { code: "no_answer", cause });
  }
}

// The seconds to wait; null if there are none, or a date.
const waitOf = ({ headers }) => Number(headers.get("Retry-After")) || null;

function errorIn(answer, { url, status }, headers) {
  const problem = answer?.code && answer.detail ? answer : null;
  const unexpected = `${url} responded with ${status}, but not as Noughts does. Check the URL.`;
  const { code, detail } = problem ?? { code: "unexpected_answer", detail: unexpected };
  const retryAfter = problem?.retry_after ?? waitOf({ headers });
  const requestId = headers.get("X-Request-ID");
  const options = { code, status: problem?.status ?? status, problem, retryAfter, requestId };
  return new NoughtsError(detail, options);
}

// Resolves after some seconds, or when the call is aborted: the next fetch then rejects.
const pause = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => resolve(clearTimeout(timer)));
  });

// The result of an attempt; null if it fails.
function attempted(attempt) {
  try {
    return attempt();
  } catch {
    return null;
  }
}

const parsed = (text) => attempted(() => JSON.parse(text)); // null for the error page of a proxy

/** @implements {Declared} */
export class Noughts {
  #base;
  #fetch;
  #observe;
  #retries;

  constructor({ base = SERVICE, fetch = globalThis.fetch, observe = null, retries = 0 } = {}) {
    this.#base = String(base).replace(/\/*$/, "/"); // without the slash, URLs would drop the last folder
    this.#fetch = fetch;
    this.#observe = observe;
    this.#retries = retries;
  }

  analysis(request = {}, options) { return this.#ask("v1/analysis", request, options); }
  analyze(request = {}, options) { return this.#follow("v1/analysis", request, options); }
  bestMove(request = {}, options) {
    if (!options?.onProgress) return this.#ask("v1/best-move", request, options);
    return this.#follow("v1/best-move", request, options);
  }
  review(request, options) {
    if (!options?.onProgress) return this.#ask("v1/review", request, options);
    return this.#follow("v1/review", request, options, "POST");
  }
  gameTree(request = {}, options) { return this.#ask("v1/game-tree", request, options); }
  trace(request = {}, options) { return this.#ask("v1/trace", request, options); }
  exam(request, options) { return this.#ask("v1/exam", request, options, "POST"); }
  analyses(request, options) { return this.#ask("v1/analyses", request, options, "POST"); }
  levels(options) { return this.#ask("v1/levels", {}, options); }

  async *streamAnalyses(request, options) {
    const signal = options?.signal;
    const [response, exchange] = await this.#send("v1/analyses", request, signal, "POST", LINES);
    const { ok, headers } = response;
    if (!ok) throw errorIn(await this.#answer(response, exchange, signal), exchange, headers);
    const read = (reader) => received(() => reader.read(), exchange.url, signal);
    try {
      for await (const line of partsOf(response.body, "\n", read)) {
        const result = parsed(line);
        if (!Number.isInteger(result?.index)) throw errorIn(result?.problem, exchange, headers);
        yield result;
      }
    } finally {
      this.#observe?.({ ...exchange, answer: null });
    }
  }

  // Reads the events of an operation's stream from the body: an EventSource cannot POST, and reconnects.
  async #follow(path, request, options, method = "GET") {
    if (!isQuery(request)) return this.#ask(path, request, options); // which has no stream
    const signal = options?.signal;
    const sent = this.#send(`${path}/stream`, request, signal, method);
    const [response, exchange] = await sent.catch(() => []);
    const body = response?.ok ? partsOf(response.body, "\n\n", asFarAsItArrives) : [];
    let last = null; // read on to the end: leaving before it would abort the request
    for await (const part of body) {
      const { event, data } = fieldsOf(part);
      if (event === "progress") options?.onProgress?.(JSON.parse(data));
      else if (event) last ??= { event, data };
    }
    if (!last) {
      signal?.throwIfAborted();
      return this.#ask(path, request, options);
    }
    // Has the same response, and can be a link.
    const link = { ...exchange, method: "GET", url: this.#url(path, request), body: null };
    const answer = this.#read(last.data, link);
    if (["error", "problem"].includes(last.event)) throw errorIn(answer, link, response.headers);
    return answer;
  }

  async #ask(path, request, options, method = isQuery(request) ? "GET" : "POST") {
    const signal = options?.signal;
    const [response, exchange] = await this.#send(path, request, signal, method);
    const answer = await this.#answer(response, exchange, signal);
    if (response.ok && answer) return answer;
    throw errorIn(answer, exchange, response.headers);
  }

  async #send(path, request, signal, method, accept) {
    const body = method === "POST" ? given(request) : null;
    const url = this.#url(path, body ? {} : request);
    const json = body && { headers: { ...JSON_HEADERS, ...accept }, body: JSON.stringify(body) };
    const fetch = this.#fetch; // in browsers, calling it as a method is an "Illegal invocation"
    for (let left = this.#retries; ; left--) {
      const response = await received(() => fetch(url, { method, signal, ...json }), url, signal);
      const seconds = waitOf(response);
      if (!seconds || !left) return [response, { method, url, body, status: response.status }];
      await pause(seconds, signal);
    }
  }

  async #answer(response, exchange, signal) {
    return this.#read(await received(() => response.text(), exchange.url, signal), exchange);
  }

  #url(path, query) {
    const page = globalThis.document?.baseURI ?? globalThis.location?.href;
    const base = attempted(() => new URL(this.#base, page));
    if (!/^https?:$/.test(base?.protocol)) throw new NoughtsError(NO_SERVICE, { code: "wrong_setting" });
    const url = new URL(path, base);
    // Slashes and commas are legal in a query, and keep boards and moves readable. An empty list means the
    // same as none, and some validators of the contract refuse it.
    const sent = Object.entries(given(query)).filter(([, value]) => String(value));
    const text = new URLSearchParams(sent).toString();
    url.search = text.replaceAll("%2F", "/").replaceAll("%2C", ",");
    return url.href;
  }

  #read(text, exchange) {
    const answer = parsed(text);
    this.#observe?.({ ...exchange, answer });
    return answer;
  }
}
