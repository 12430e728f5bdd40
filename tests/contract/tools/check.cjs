// Sends every example request of a contract to a service, and checks the responses with jest-openapi (which
// knows OpenAPI 3.0 only) and express-openapi-validator: `node check.cjs CONTRACT URL PACT`. Also writes the
// examples as a pact, for swagger-mock-validator. With `mock` as well, the service has to send the
// examples themselves. Last, the JavaScript client calls the mock, or plays a game through the validator.
const { readFileSync, writeFileSync } = require("node:fs");
const { expect } = require("expect");
const express = require("express");
const { middleware } = require("express-openapi-validator");
const jestOpenAPI = require("jest-openapi").default;

const [contract, url, pact, mode] = process.argv.slice(2);
const isMock = mode === "mock";
const document = JSON.parse(readFileSync(contract, "utf8"));
const JSON_TYPE = { "content-type": "application/json" };

// The example requests by name: bodies, or queries, whose values are spread over the parameters.
function examplesOf({ requestBody, parameters = [] }) {
  const bodies = Object.entries(requestBody?.content["application/json"].examples ?? {});
  const queries = {};
  for (const { name, examples = {} } of parameters)
    for (const [example, { value }] of Object.entries(examples)) {
      const query = (queries[example] ??= new URLSearchParams());
      if (String(value)) query.set(name, value); // Clients omit an empty list, and some validators refuse it.
    }
  return [
    ...bodies.map(([name, { value }]) => ({ name, query: "", body: value })),
    ...Object.entries(queries).map(([name, query]) => ({ name, query: String(query) })),
  ];
}

const requests = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    examplesOf(operation).map((example) => ({ path, method: method.toUpperCase(), operation, ...example })),
  ),
);

function shown({ responses }, example) {
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const [type, { examples = {} }] of Object.entries(content))
      if (examples[example]) return { status: Number(status), headers: { "Content-Type": type }, body: examples[example].value };
}

const interactions = requests.map(({ path, method, operation, name, query, body }) => ({
  description: `${method} ${path} ${name}`,
  request: { method, path, query, ...(body && { headers: { "Content-Type": "application/json" }, body }) },
  response: shown(operation, name),
}));
const parties = { consumer: { name: "examples" }, provider: { name: "Noughts" } };
writeFileSync(pact, JSON.stringify({ ...parties, interactions, metadata: { pactSpecification: { version: "2.0.0" } } }));

const app = express();
app.use(express.json());
app.use(middleware({ apiSpec: document, validateRequests: true, validateResponses: true }));
app.use(async ({ method, originalUrl, headers: { prefer }, body }, response) => {
  const sent = { method, path: originalUrl, query: "", body: method === "POST" ? body : undefined, prefer };
  const answer = await send(url, sent);
  response.status(answer.status).type(answer.type);
  if (answer.type.includes("json")) response.json(answer.body);
  else response.send(answer.text);
});
app.use((error, _request, response, _next) => response.status(599).json(error));

async function send(base, { method, path, query, body, prefer }) {
  const headers = { ...(body && JSON_TYPE), ...(prefer && { Prefer: prefer }) };
  const init = { method, headers, body: body && JSON.stringify(body) };
  const response = await fetch(`${base}${path}${query && "?"}${query}`, init);
  const [type, text] = [response.headers.get("content-type"), await response.text()];
  return { status: response.status, type, text, body: type.includes("json") ? JSON.parse(text) : {} };
}

async function main(server) {
  const isKnownToJest = document.openapi.startsWith("3.0");
  globalThis.expect = expect;
  if (isKnownToJest) jestOpenAPI(document);
  for (const request of requests) {
    const { method, path, operation, name } = request;
    const { status, body } = shown(operation, name);
    if (isMock) request.prefer = `code=${status}, example=${name}`;
    const answer = await send(url, request);
    expect([name, answer.status]).toEqual([name, status]);
    if (isMock) expect(typeof body === "string" ? answer.text : answer.body).toEqual(body);
    if (isKnownToJest) expect({ ...answer, req: { method, path } }).toSatisfyApiSpec();
    const checked = await send(`http://127.0.0.1:${server.address().port}`, request);
    expect([name, checked.status, checked.text]).toEqual([name, answer.status, expect.any(String)]);
  }
  const { callEverything, playGame } = await import("./client.mjs");
  await (isMock ? callEverything(url) : playGame(`http://127.0.0.1:${server.address().port}`));
  console.log(requests.length);
}
const server = app.listen(0, "127.0.0.1", () => main(server).finally(() => (server.close(), server.closeAllConnections())));
