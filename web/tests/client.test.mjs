// The client against the service at NOUGHTS_BASE, and against servers that fail.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { Noughts, NoughtsError } from "../../service/static/client/noughts.js";

const base = process.env.NOUGHTS_BASE;
const BOARD = "XO./.X./..O";
const CELLS = ["X", "O", null, "", "X", "", "", "", "O"];
const LONG = { board: Array(7).fill(".......").join("/"), in_a_row: 5, max_nodes: 20_000_000 };
const SHORT = { ...LONG, max_nodes: 5_000 };

const exchanges = [];
const noughts = new Noughts({ base, observe: (exchange) => exchanges.push(exchange) });

// What the service answers to plain fetch.
async function plain(path, body) {
  const headers = { "Content-Type": "application/json" };
  const init = body && { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(base + path, init)).json();
}

// The service has a single place for searches; it hears of a closed connection a moment later.
// The budget makes the question one that was not asked before.
async function placeIsFree(budget) {
  for (let tries = 200; ; tries -= 1) {
    const error = await noughts.analysis({ ...LONG, max_nodes: budget }).catch((error) => error);
    if (!(error instanceof NoughtsError)) return;
    assert.equal(error.code, "overloaded");
    assert(tries);
  }
}

async function serverThat(answers) {
  const server = createServer(answers);
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${server.address().port}`;
}

for (const [method, path] of [
  ["analysis", "/v1/analysis"],
  ["bestMove", "/v1/best-move"],
  ["gameTree", "/v1/game-tree"],
  ["trace", "/v1/trace"],
]) {
  test(`${method} is GET with a string and POST otherwise`, async () => {
    const expected = await plain(path, { board: BOARD });
    exchanges.length = 0;
    const request = { side_to_move: null, in_a_row: 3, misere: undefined };
    const answers = [
      await noughts[method]({ board: BOARD, ...request }),
      await noughts[method]({ board: CELLS, ...request }),
    ];
    assert.deepEqual(answers, [expected, expected]);
    const url = base + path;
    const [status, answer] = [200, expected];
    assert.deepEqual(exchanges, [
      { method: "GET", url: `${url}?board=${BOARD}&in_a_row=3`, body: null, status, answer },
      { method: "POST", url, body: { board: CELLS, in_a_row: 3 }, status, answer },
    ]);
  });
}

test("review is GET", async () => {
  exchanges.length = 0;
  const moves = [0, 1, 4];
  assert.deepEqual(await noughts.review({ moves }), await plain("/v1/review", { moves }));
  assert.deepEqual([exchanges[0].method, exchanges[0].body], ["GET", null]);
  assert.equal(exchanges[0].url, `${base}/v1/review?moves=0,1,4`);
  assert.deepEqual(await noughts.review({ moves: [] }), await plain("/v1/review", { moves: [] }));
});

const MANY = { positions: [{ board: BOARD, id: "ä" }, { board: "XXX/OOO/..." }, { board: CELLS }] };

test("analyses is POST", async () => {
  exchanges.length = 0;
  const analyses = await noughts.analyses({ ...MANY, moves: null });
  assert.deepEqual(analyses, await plain("/v1/analyses", MANY));
  assert.deepEqual([exchanges[0].method, exchanges[0].body], ["POST", MANY]);
});

test("analyses come one after the other", async () => {
  exchanges.length = 0;
  const found = [];
  for await (const result of noughts.streamAnalyses(MANY)) found.push(result);
  assert.deepEqual(found, (await plain("/v1/analyses", MANY)).results);
  const exchange = { method: "POST", url: `${base}/v1/analyses`, body: MANY, status: 200 };
  assert.deepEqual(exchanges, [{ ...exchange, answer: null }]);
});

test("the first analysis does not wait for the last", async () => {
  const positions = [{ board: BOARD }, LONG];
  for await (const { index } of noughts.streamAnalyses({ positions })) {
    assert.equal(index, 0);
    break; // which ends the call
  }
  await placeIsFree(1004);
});

test("a call for analyses that is refused, breaks off or is cut off is an error", async () => {
  const refused = noughts.streamAnalyses({ positions: [{ board: 3 }] }).next();
  await assert.rejects(refused, { code: "invalid_request", status: 422 });
  const first = `${JSON.stringify({ index: 0 })}\n`;
  const problem = { code: "overloaded", detail: "All searches are taken.", status: 503 };
  const ends = [
    [`${JSON.stringify({ index: null, problem })}\n`, { code: "overloaded", status: 503, problem }],
    ['{"index":1,', { code: "unexpected_answer", status: 200 }],
    ["<h1>Hello</h1>", { code: "unexpected_answer", status: 200 }],
  ];
  for (const [end, error] of ends) {
    const other = await serverThat((_, response) => response.end(first + end));
    const results = new Noughts({ base: other }).streamAnalyses(MANY);
    assert.deepEqual(await results.next(), { value: { index: 0 }, done: false });
    await assert.rejects(results.next(), error);
  }
  const gone = await serverThat((request, response) => {
    response.write(first, () => request.socket.destroy());
  });
  const results = new Noughts({ base: gone }).streamAnalyses(MANY);
  await assert.rejects(async () => {
    while (!(await results.next()).done);
  }, { code: "no_answer", status: 0 });
});

const GAME = { moves: [24, 0, 25], columns: 7, rows: 7, in_a_row: 5, max_nodes: 2_500 };

test("review tells of its progress", async () => {
  exchanges.length = 0;
  const seen = [];
  const onProgress = ({ plies, plies_reviewed: reviewed }) => seen.push([reviewed, plies]);
  const answer = await noughts.review(GAME, { onProgress });
  assert.deepEqual(seen, [[0, 3], [0, 3], [1, 3], [1, 3], [2, 3], [2, 3]]);
  assert.deepEqual(answer, await plain("/v1/review", GAME));
  const query = "moves=24,0,25&columns=7&rows=7&in_a_row=5&max_nodes=2500";
  const url = `${base}/v1/review?${query}`; // which has the same response
  assert.deepEqual(exchanges, [{ method: "GET", url, body: null, status: 200, answer }]);
  assert.deepEqual(await (await fetch(url)).json(), answer);
});

for (const method of ["analyze", "bestMove"]) {
  test(`${method} tells of its progress after moves`, async () => {
    exchanges.length = 0;
    const seen = [];
    const answer = await noughts[method](GAME, { onProgress: ({ nodes }) => seen.push(nodes) });
    assert.deepEqual(seen.slice(0, 2), [1, 2_000]);
    assert.match(exchanges[0].url, /\?moves=24,0,25&columns=7/);
    assert.deepEqual(answer, await (await fetch(exchanges[0].url)).json());
  });
}

test("a new game needs no fields", async () => {
  exchanges.length = 0;
  const starts = [undefined, {}, { moves: [] }, { board: null, moves: null }];
  const answers = await Promise.all(starts.map((start) => noughts.bestMove(start)));
  const expected = await plain("/v1/best-move");
  for (const answer of answers) assert.deepEqual(answer, expected);
  assert.deepEqual(new Set(exchanges.map(({ method }) => method)), new Set(["GET"]));
  assert.equal((await noughts.analysis()).position.notation, ".../.../...");
});

test("bestMove tells of its progress", async () => {
  exchanges.length = 0;
  const seen = [];
  const options = { onProgress: ({ nodes }) => seen.push(nodes) };
  const answer = await noughts.bestMove(SHORT, options);
  assert.deepEqual(seen, [1, 2_000, 4_000]);
  assert.deepEqual(answer, await plain("/v1/best-move", SHORT));
  const url = `${base}/v1/best-move?board=${SHORT.board}&in_a_row=5&max_nodes=5000`;
  assert.deepEqual(exchanges, [{ method: "GET", url, body: null, status: 200, answer }]);
  const answers = [await noughts.bestMove({ board: CELLS }, options), await noughts.bestMove({ board: BOARD }, options)];
  const expected = await plain("/v1/best-move", { board: BOARD });
  assert.deepEqual(answers, [expected, expected]);
  assert.deepEqual(exchanges.map(({ method }) => method), ["GET", "POST", "GET"]);
  assert.equal(seen.length, 3); // the stream is a GET, and a search that takes no time has no progress
});

test("review with progress rejects with its problem", async () => {
  const options = { onProgress() {} };
  const error = await noughts.review({ moves: [0, 0] }, options).catch((error) => error);
  assert.deepEqual([error.code, error.status], ["illegal_move", 422]);
  const problem = { status: 500, code: "internal_error", detail: "Try again." };
  const broken = await serverThat((_, response) => {
    response.write("event: progress\ndata: {}\n\n");
    response.end(`event: error\ndata: ${JSON.stringify(problem)}\n\n`);
  });
  const failed = await new Noughts({ base: broken }).review(GAME, options).catch((error) => error);
  assert.deepEqual([failed.code, failed.problem], ["internal_error", problem]);
});

for (const [method, path, request, budget] of [
  ["review", "/v1/review", { ...GAME, max_nodes: 20_000_000 }, 1002],
  ["bestMove", "/v1/best-move", LONG, 1003],
]) {
  test(`aborting ${method} ends it`, async () => {
    const abort = new AbortController();
    const options = { onProgress: () => abort.abort("enough"), signal: abort.signal };
    assert.equal(await noughts[method](request, options).catch((error) => error), "enough");
    await placeIsFree(budget);
  });

  test(`${method} asks once more where the stream breaks off`, async () => {
    const asked = [];
    const flaky = await serverThat(({ url, socket }, response) => {
      asked.push(url.split("?")[0]);
      if (!asked.at(-1).endsWith("stream")) return response.end('{"made": "plainly"}');
      response.write("event: progress\ndata: {}\n\n", () => socket.destroy());
    });
    const answer = await new Noughts({ base: flaky })[method](request, { onProgress() {} });
    assert.deepEqual(answer, { made: "plainly" });
    assert.deepEqual(asked, [`${path}/stream`, path]);
  });
}

test("exam is POST", async () => {
  exchanges.length = 0;
  const request = { side: "X", moves: { ".../.../...": 4 } };
  const exam = await noughts.exam(request);
  assert.deepEqual(exam, await plain("/v1/exam", request));
  assert.deepEqual([exchanges[0].method, exchanges[0].body], ["POST", request]);
  assert.equal(exam.verdict, "incomplete");
});

test("levels are listed", async () => {
  assert.deepEqual(await noughts.levels(), await plain("/v1/levels"));
});

test("a base is never a file", async () => {
  for (const options of [{}, { base: "file:///srv/" }, { base: "/api" }, { base: "http://[" }, { base: "" }]) {
    const message = "base must be the URL of a service, such as https://the-service.example/.";
    const wrong = new Noughts({ ...options, fetch: () => assert.fail() });
    await assert.rejects(wrong.levels(), { code: "wrong_setting", status: 0, message });
  }
});

test("the default base is the folder above the module, or the host of a page in whose bundle it is", async () => {
  const source = readFileSync(new URL("../../service/static/client/noughts.js", import.meta.url), "utf8");
  const fetched = async (module, page) => {
    const at = source.replace("String(import.meta.url)", JSON.stringify(module));
    const { Noughts } = await import(`data:text/javascript,${encodeURIComponent(at)}`);
    globalThis.document = { baseURI: page };
    try {
      let url;
      await new Noughts({ fetch: async (called) => (url = called, new Response("{}")) }).levels();
      return url;
    } finally {
      delete globalThis.document;
    }
  };
  for (const [module, service] of [
    ["https://a.example/client/noughts.js", "https://a.example/"],
    ["https://a.example/noughts/client/noughts.js?v=a/b#c/d", "https://a.example/noughts/"],
    ["http://a.example:8000/noughts.js", "http://a.example:8000/"],
    ["file:///home/me/node_modules/noughts/noughts.js", "https://page.example/"],
    ["undefined", "https://page.example/"],
  ]) assert.equal(await fetched(module, "https://page.example/game/"), `${service}v1/levels`);
});

test("a base may be a URL and may end in a slash or a folder", async () => {
  const { levels } = await noughts.levels();
  assert.deepEqual((await new Noughts({ base: new URL(base) }).levels()).levels, levels);
  assert.deepEqual((await new Noughts({ base: `${base}/` }).levels()).levels, levels);
  const seen = [];
  const fetch = async (url) => (seen.push(url), Response.json({ levels }));
  await new Noughts({ base: "https://example.org/noughts", fetch }).levels();
  await new Noughts({ base: "https://example.org/noughts/", fetch }).levels();
  assert.deepEqual(seen, Array(2).fill("https://example.org/noughts/v1/levels"));
});

test("fetch is called unbound", async () => {
  let receiver = null;
  function unbound(...args) {
    receiver = this;
    return fetch(...args);
  }
  await new Noughts({ base, fetch: unbound }).levels();
  assert.equal(receiver, undefined);
});

test("a problem is an error", async () => {
  for (const board of ["XXX/OOO/...", ["X", "X", "X", "O", "O", "O", "", "", ""]]) {
    exchanges.length = 0;
    const error = await noughts.analysis({ board }).catch((error) => error);
    const problem = exchanges[0].answer;
    assert(error instanceof NoughtsError && error instanceof Error);
    assert.equal(error.name, "NoughtsError");
    assert.deepEqual([error.code, error.status], ["both_won", 422]);
    assert.deepEqual([error.message, error.problem], [problem.detail, problem]);
    assert.equal(exchanges[0].status, 422);
  }
});

test("no answer is an error that says what to do", async () => {
  const gone = await serverThat((request) => request.socket.destroy());
  exchanges.length = 0;
  const observe = (exchange) => exchanges.push(exchange);
  const error = await new Noughts({ base: gone, observe }).levels().catch((error) => error);
  assert(error instanceof NoughtsError);
  assert.deepEqual([error.code, error.status, error.problem], ["no_answer", 0, null]);
  assert.match(error.message, /try again/);
  assert(error.cause instanceof TypeError);
  assert.deepEqual(exchanges, []);
});

test("an answer that is not the service's is an error with its status", async () => {
  const pages = [[502, "<h1>Bad Gateway</h1>"], [200, "<h1>Hello</h1>"], [404, "{}"]];
  for (const [status, text] of pages) {
    const other = await serverThat((_, response) => response.writeHead(status).end(text));
    const error = await new Noughts({ base: other }).levels().catch((error) => error);
    assert(error instanceof NoughtsError);
    const { code, problem } = error;
    assert.deepEqual([code, error.status, problem], ["unexpected_answer", status, null]);
  }
});

test("a call that is aborted rejects with the reason", async () => {
  const reason = new Error("enough");
  const silent = new Noughts({ base: await serverThat(() => {}) });
  const calls = [
    (options) => silent.analysis({ board: BOARD }, options),
    (options) => silent.bestMove({ board: CELLS }, options),
    (options) => silent.gameTree({ board: BOARD }, options),
    (options) => silent.trace({ board: BOARD }, options),
    (options) => silent.exam({ side: "X", moves: {} }, options),
    (options) => silent.bestMove({ board: BOARD }, { onProgress() {}, ...options }),
    (options) => silent.review({ moves: [] }, options),
    (options) => silent.analyses(MANY, options),
    (options) => silent.streamAnalyses(MANY, options).next(),
    (options) => silent.levels(options),
    (options) => silent.analyze({ board: BOARD }, options),
    (options) => silent.analyze({ board: CELLS }, options),
  ];
  for (const call of calls) {
    assert.equal(await call({ signal: AbortSignal.abort(reason) }).catch((error) => error), reason);
    const abort = new AbortController();
    const answer = call({ signal: abort.signal }).catch((error) => error);
    setTimeout(() => abort.abort(reason), 20);
    assert.equal(await answer, reason);
  }
});

test("analyze tells of its progress", async () => {
  exchanges.length = 0;
  const seen = [];
  const answer = await noughts.analyze(SHORT, { onProgress: ({ nodes }) => seen.push(nodes) });
  assert.deepEqual(seen, [1, 2_000, 4_000]);
  assert.deepEqual(answer, await plain("/v1/analysis", SHORT));
  const { board, in_a_row, max_nodes } = SHORT;
  const query = `board=${board}&in_a_row=${in_a_row}&max_nodes=${max_nodes}`;
  const url = `${base}/v1/analysis?${query}`; // can be a link
  assert.deepEqual(exchanges, [{ method: "GET", url, body: null, status: 200, answer }]);
});

test("analyze of a wrong board rejects with its problem", async () => {
  const error = await noughts.analyze({ board: "XXX/OOO/..." }).catch((error) => error);
  assert.deepEqual([error.code, error.status], ["both_won", 422]);
});

test("aborting analyze ends the search", async () => {
  const abort = new AbortController();
  const onProgress = () => abort.abort("enough");
  const options = { onProgress, signal: abort.signal };
  assert.equal(await noughts.analyze(LONG, options).catch((error) => error), "enough");
  await placeIsFree(1001);
});

test("analyze rejects with a problem that the stream ends with", async () => {
  const problem = { status: 500, code: "internal_error", detail: "Try again." };
  const broken = await serverThat((_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.end(`event: error\ndata: ${JSON.stringify(problem)}\n\n`);
  });
  const failing = new Noughts({ base: broken });
  const error = await failing.analyze({ board: BOARD }).catch((error) => error);
  assert(error instanceof NoughtsError);
  assert.deepEqual([error.code, error.status, error.message], ["internal_error", 500, "Try again."]);
  assert.deepEqual(error.problem, problem);
});

test("a stream that has ended is not aborted", async () => {
  const closed = [];
  const base = await serverThat((request, response) => {
    response.on("close", () => closed.push(response.writableFinished));
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write('event: result\ndata: {"nodes": 1}\n\n');
    setTimeout(() => response.end(), 50);
  });
  assert.deepEqual(await new Noughts({ base }).analyze({ board: BOARD }), { nodes: 1 });
  while (!closed.length) await new Promise((later) => setTimeout(later));
  assert.deepEqual(closed, [true]);
});

test("analyze asks once more where the stream breaks off", async () => {
  const asked = [];
  const flaky = await serverThat((request, response) => {
    asked.push(request.url);
    if (!request.url.startsWith("/v1/analysis/stream")) return response.end('{"score": 97}');
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write("event: progress\ndata: {}\n\n", () => request.socket.destroy());
  });
  const answer = await new Noughts({ base: flaky }).analyze({ board: BOARD });
  assert.deepEqual(answer, { score: 97 });
  const query = `board=${BOARD}`;
  assert.deepEqual(asked, [`/v1/analysis/stream?${query}`, `/v1/analysis?${query}`]);
});

test("analyze does without the stream if the board is no string", async () => {
  const expected = await plain("/v1/analysis", { board: BOARD });
  exchanges.length = 0;
  assert.deepEqual(await noughts.analyze({ board: CELLS }), expected);
  assert.deepEqual(exchanges.map(({ method }) => method), ["POST"]);
});

test("a stream is read with fields in any order, an ID, comments and a problem", async () => {
  const events = [
    [": waiting\n\nid: 1\nevent: analysis\ndata: {\"score\": 97}\n\n", { score: 97 }],
    ["data: {\"score\": 97}\nevent: analysis\nid: 1\n\n", { score: 97 }],
    ["event: problem\ndata: {\"status\": 503, \"code\": \"overloaded\", \"detail\": \"Busy.\"}\n\n", "overloaded"],
  ];
  for (const [text, expected] of events) {
    const other = await serverThat((_, response) => response.writeHead(200).end(text));
    const answer = await new Noughts({ base: other }).analyze({ board: BOARD }).catch(({ code }) => code);
    assert.deepEqual(answer, expected);
  }
});

const BUSY = { code: "overloaded", detail: "Busy.", status: 503, retry_after: 2, scope: "client" };

test("an error has the wait and the id of its response", async () => {
  for (const [problem, headers, retryAfter, requestId] of [
    [BUSY, { "X-Request-ID": "abc-1", "Retry-After": "2" }, 2, "abc-1"],
    [{ ...BUSY, code: "search_timeout", retry_after: undefined }, { "X-Request-ID": "abc-2" }, null, "abc-2"],
    [null, { "Retry-After": "3" }, 3, null], // of a proxy
    [null, { "Retry-After": "Fri, 27 Nov 2026 09:00:00 GMT" }, null, null],
  ]) {
    const busy = await serverThat((_, response) => response.writeHead(503, headers).end(JSON.stringify(problem)));
    const client = new Noughts({ base: busy });
    for (const call of [() => client.levels(), () => client.streamAnalyses(MANY).next()]) {
      const error = await call().catch((error) => error);
      assert.deepEqual([error.status, error.retryAfter, error.requestId], [503, retryAfter, requestId]);
    }
  }
  const ended = await serverThat((_, response) => {
    response.writeHead(200, { "X-Request-ID": "abc-3" });
    response.end(`event: error\ndata: ${JSON.stringify(BUSY)}\nid: last\n\n`);
  });
  const error = await new Noughts({ base: ended }).analyze({ board: BOARD }).catch((error) => error);
  assert.deepEqual([error.code, error.retryAfter, error.requestId], ["overloaded", 2, "abc-3"]);
});

test("a call is repeated after the wait, as often as retries allows", async () => {
  for (const [retries, wait, calls, code] of [
    [0, "0.01", 1, "overloaded"],
    [1, "0.01", 2, "overloaded"],
    [2, "0.01", 3, null],
    [5, "0.01", 3, null],
    [5, "", 1, "overloaded"], // as after a search that took too long
  ]) {
    let count = 0;
    const base = await serverThat((_, response) => {
      count += 1;
      if (count > 2) return response.end('{"levels": []}');
      response.writeHead(503, wait && { "Retry-After": wait }).end(JSON.stringify(BUSY));
    });
    const error = await new Noughts({ base, retries }).levels().then(() => null, (error) => error.code);
    assert.deepEqual([error, count], [code, calls]);
  }
});

test("aborting ends the wait", async () => {
  const abort = new AbortController();
  const base = await serverThat((_, response) => {
    response.writeHead(503, { "Retry-After": "600" }).end(JSON.stringify(BUSY));
    setTimeout(() => abort.abort("enough"), 20);
  });
  const error = await new Noughts({ base, retries: 1 }).levels({ signal: abort.signal }).catch((error) => error);
  assert.equal(error, "enough");
});
