// @ts-self-types="./noughts.d.ts"
// The client of Noughts for browsers, Node and Deno: one class, a method for each question.

// A constant, because bundlers would copy a file for `new URL("...", import.meta.url)`.
const HERE = import.meta.url;
const JSON_HEADERS = { "Content-Type": "application/json" };

// Uses GET where possible, as it can be cached; a query needs the board as a string.
const isQuery = (request) => typeof request.board === "string";
const given = (request) =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value != null));

// The names and the data of server-sent events, as far as they arrive.
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ; ) {
      const { done, value } = await reader.read().catch(() => ({ done: true }));
      if (done) return;
      const events = `${text}${value}`.split("\n\n");
      text = events.pop();
      for (const event of events) yield /^event: (.*)\ndata: (.*)$/.exec(event).slice(1);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

export class NoughtsError extends Error {
  constructor(message, { code, status = 0, problem = null, cause }) {
    super(message, { cause });
    Object.assign(this, { name: "NoughtsError", code, status, problem });
  }
}

export class Noughts {
  #base;
  #fetch;
  #observe;

  constructor({ base = new URL("../", HERE), fetch = globalThis.fetch, observe = null } = {}) {
    // Without a trailing slash URL resolution would drop the last folder.
    this.#base = new URL(String(base).replace(/\/*$/, "/"), globalThis.document?.baseURI ?? HERE);
    this.#fetch = fetch;
    this.#observe = observe;
  }

  analysis(request, { signal } = {}) {
    return this.#ask("v1/analysis", request, signal);
  }
  bestMove(request, { signal } = {}) {
    return this.#ask("v1/best-move", request, signal);
  }
  gameTree(request, { signal } = {}) {
    return this.#ask("v1/game-tree", request, signal);
  }
  trace(request, { signal } = {}) {
    return this.#ask("v1/trace", request, signal);
  }
  exam(request, { signal } = {}) {
    return this.#ask("v1/exam", request, signal, "POST");
  }
  levels({ signal } = {}) {
    return this.#ask("v1/levels", {}, signal, "GET");
  }

  async analyze(request, { onProgress, signal } = {}) {
    const { EventSource } = globalThis;
    if (!EventSource || !isQuery(request)) return this.analysis(request, { signal });
    signal?.throwIfAborted();
    const url = this.#url("v1/analysis/stream", request);
    const source = new EventSource(url);
    const done = new AbortController();
    const on = (from, name, then) => from?.addEventListener(name, then, { signal: done.signal });
    const exchange = { method: "GET", url, body: null, status: 200 };
    try {
      return await new Promise((resolve, reject) => {
        on(signal, "abort", () => reject(signal.reason));
        on(source, "progress", ({ data }) => onProgress?.(JSON.parse(data)));
        on(source, "analysis", ({ data }) => resolve(this.#last("analysis", data, exchange)));
        on(source, "error", ({ data }) => {
          source.close(); // or it would connect again while the other answer is awaited
          if (!data) return resolve(this.analysis(request, { signal }));
          resolve(this.#last("error", data, exchange));
        });
      });
    } finally {
      done.abort();
      source.close();
    }
  }

  // An EventSource cannot POST, so the events are read from the body.
  async review(request, { onProgress, signal } = {}) {
    if (onProgress) {
      const body = given(request);
      const init = { method: "POST", signal, headers: JSON_HEADERS, body: JSON.stringify(body) };
      const fetch = this.#fetch;
      const response = await fetch(this.#url("v1/review/stream", {}), init).catch(() => null);
      const url = this.#url("v1/review", {}); // has the same answer, and is easier to ask
      for await (const [name, data] of response?.ok ? eventsOf(response.body) : []) {
        if (name === "progress") onProgress(JSON.parse(data));
        else return this.#last(name, data, { method: "POST", url, body, status: 200 });
      }
      signal?.throwIfAborted();
    }
    return this.#ask("v1/review", request, signal, "POST");
  }

  // What the last event of a stream holds: the answer, or a problem, with which it rejects.
  async #last(name, data, exchange) {
    const answer = this.#read(data, exchange);
    if (name !== "error") return answer;
    throw new NoughtsError(answer.detail, { ...answer, problem: answer });
  }

  async #ask(path, request, signal, method = isQuery(request) ? "GET" : "POST") {
    const body = method === "POST" ? given(request) : null;
    const url = this.#url(path, body ? {} : request);
    const json = body && { headers: JSON_HEADERS, body: JSON.stringify(body) };
    const fetch = this.#fetch; // a browser's, called as a method, is an "Illegal invocation"
    let response, text;
    try {
      response = await fetch(url, { method, signal, ...json });
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const message = `No answer from ${url}: check the connection and the address, or try again.`;
      throw new NoughtsError(message, { code: "no_answer", cause });
    }
    const { ok, status } = response;
    const answer = this.#read(text, { method, url, body, status });
    if (ok && answer) return answer;
    const problem = answer?.code && answer.detail ? answer : null;
    const unexpected = `${url} has answered ${status}, but not as Noughts does: check the address.`;
    const code = problem?.code ?? "unexpected_answer";
    throw new NoughtsError(problem?.detail ?? unexpected, { code, status, problem });
  }

  #url(path, query) {
    const url = new URL(path, this.#base);
    // Slashes are legal in a query, and keep boards readable.
    url.search = new URLSearchParams(given(query)).toString().replaceAll("%2F", "/");
    return url.href;
  }

  #read(text, exchange) {
    let answer = null;
    try {
      answer = JSON.parse(text);
    } catch {} // the error page of a proxy, say
    this.#observe?.({ ...exchange, answer });
    return answer;
  }
}
