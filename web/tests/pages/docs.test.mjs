// The page "Developers": its operations, their search and what it changes in Swagger UI.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { all, base, becomes, errors, network, one, textOf, until, visit } from "./page.mjs";

const drawn = []; // the options of each call of Swagger UI
let isReachable = false;
const { fetch } = network;
network.fetch = (target, options) => {
  if (String(target) === "openapi.json" && !isReachable) return Promise.resolve(new Response("", { status: 503 }));
  return fetch(String(target) === "openapi.json" ? `${base}/openapi.json` : target, options);
};

await visit("/docs", null, "docs/main.js");
document.body.insertAdjacentHTML("beforeend", "<link>"); // as in the head, which this document lacks
document.head.append = (script) => {
  window.SwaggerUIBundle = globalThis.SwaggerUIBundle = (options) => drawn.push(options);
  script.onload();
};
const STATIC = new URL("../../../service/static/docs/", import.meta.url);
const { snippets } = await import(new URL("operation.js", STATIC));
const { mendAccessibility } = await import(new URL("operation.js", STATIC));

const operations = () => all("details");
const shown = () => operations().filter(({ hidden }) => !hidden).map(({ id }) => id);
function toggle(operation, isOpen) {
  operation.open = isOpen;
  operation.dispatchEvent(new Event("toggle"));
}
function search(words) {
  one("input").value = words;
  one("input").dispatchEvent(new Event("input"));
}

afterEach(() => assert.deepEqual(errors.splice(0), []));

test("the calls shown are to this service", () => {
  const calls = all("main code").map(textOf).join();
  assert.ok(calls.includes(`${base}/`) && !calls.includes("127.0.0.1:8000"));
  assert.ok(document.body.classList.contains("ready"));
});

test("the last exchange of the board is a command and its response", () => {
  const exchange = { url: `${base}/v1/best-move`, body: null, answer: { cells: ["X", null], text: "a" } };
  const tell = (detail) => one("noughts-board").dispatchEvent(new CustomEvent("noughts-exchange", { detail }));
  tell(exchange);
  assert.equal(textOf(one("#request")), `curl '${base}/v1/best-move'`);
  assert.equal(one("#response").textContent, '{\n  "cells": [ "X", null ],\n  "text": "a"\n}');
  tell({ ...exchange, body: { moves: [4] } });
  assert.match(textOf(one("#request")), / -H 'Content-Type: application\/json' -d '\{"moves":\[4\]\}'$/);
});

test("an operation that cannot be loaded is loaded when it is opened again", async () => {
  const [operation] = operations();
  toggle(operation, true);
  await becomes(() => textOf(one(".place", operation)), "The operation could not be loaded. Close it and open it to try again.");
  assert.equal(location.hash, `#${operation.id}`);
  toggle(operation, false);
  assert.equal(location.hash, "");
  isReachable = true;
  toggle(operation, true);
  assert.equal(textOf(one(".place", operation)), "Loading…");
  await until(() => assert.equal(drawn.length, 1));
  const { spec, domNode } = drawn[0];
  const { path, method } = operation.dataset;
  assert.deepEqual([Object.keys(spec.paths), Object.keys(spec.paths[path]), domNode], [[path], [method], one(".place", operation)]);
  assert.equal(spec.paths[path][method].description, undefined);
  assert.ok(spec.paths[path][method].responses);
  assert.deepEqual(spec.servers, [{ url: base }]);
  const examples = spec.paths[path][method].parameters.filter(({ example }) => example !== undefined);
  assert.deepEqual(examples.map(({ name, example }) => [name, example]), [["board", "XO./.X./..O"]]);
  toggle(operation, true); // it is drawn once
  toggle(operations()[1], true);
  await until(() => assert.equal(drawn.length, 2));
  toggle(operation, false); // the address is that of another operation
  assert.equal(location.hash, `#${operations()[1].id}`);
});

test("the address of an operation opens it and brings it into view, and another one does nothing", () => {
  const last = operations().at(-1);
  let isInView = false;
  last.scrollIntoView = () => (isInView = true);
  for (const [hash, isOpen] of [["#nothing", false], [`#${last.id}`, true]]) {
    location.hash = hash;
    window.dispatchEvent(new Event("hashchange"));
    assert.deepEqual([last.open, isInView], [isOpen, isOpen]);
  }
});

test("the search has all words, in any case, also those of parameters", async () => {
  const everything = shown();
  search("EXAM");
  await until(() => assert.ok(shown().length > 0 && shown().length < everything.length));
  for (const id of shown()) assert.match(textOf(document.getElementById(id)).toLowerCase(), /exam/);
  search("max_depth");
  await until(() => assert.ok(shown().some((id) => id.includes("trace"))));
  search("max_depth nowhere");
  await becomes(shown, []);
  search("");
  await becomes(shown, everything);
});

for (const [request, fetched, python] of [
  [{ url: "/v1/a", method: "get" }, 'const response = await fetch("/v1/a");\nconst answer = await response.json();', 'import httpx\n\nanswer = httpx.get("/v1/a").json()'],
  [{ url: "/v1/a", method: "post", body: '{ "b": 1 }' },
    'const response = await fetch("/v1/a", {\n  method: "POST",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify({"b":1}),\n});\nconst answer = await response.json();',
    "import httpx\nimport json\n\nanswer = httpx.post(\"/v1/a\", json=json.loads('{\"b\":1}')).json()"],
]) {
  test(`a ${request.method} is written in JavaScript and Python`, () => {
    const { requestSnippetGenerator_fetch: inFetch, requestSnippetGenerator_python: inPython } = snippets.plugin.fn;
    assert.deepEqual([inFetch({ toJS: () => request }), inPython({ toJS: () => request })], [fetched, python]);
  });
}

test("snippets can be chosen by name, and are open", () => {
  const { generators, languages, defaultExpanded } = snippets.options;
  assert.deepEqual([languages.map((name) => generators[name].title), defaultExpanded], [["curl", "fetch", "Python"], true]);
  assert.deepEqual(languages.map((name) => generators[name].syntax), ["bash", "javascript", "python"]);
});

test("fields get a name, texts the focus, and what is named already stays", async () => {
  const root = document.createElement("div");
  document.body.append(root);
  mendAccessibility(root);
  root.innerHTML = `<table role="region"></table><pre>long</pre>
    <div data-param-name="board"><input></div><div data-code="200"><select class="examples-select-element"></select></div>
    <textarea></textarea><input aria-label="Mine">
    <button class="json-schema-2020-12-accordion"></button><button class="json-schema-2020-12-accordion"><strong>Own</strong></button>`;
  await becomes(() => all("input, select, textarea", root).map((field) => field.getAttribute("aria-label")), ["board: value", "200: examples", "Request body: value", "Mine"]);
  assert.deepEqual([one("table", root).getAttribute("role"), one("pre", root).tabIndex], [null, 0]);
  assert.deepEqual(all("button", root).map((button) => button.getAttribute("aria-label") ?? ""), ["Schema", ""]);
});
