// The hooks of Dredd, which expects every documented status: they provoke it (docs/contract.md).
const hooks = require("hooks");

hooks.beforeEach((transaction, done) => {
  const { expected, request, fullPath } = transaction;
  const status = Number(expected.statusCode);
  if (status === 204) request.headers["Last-Event-ID"] = "last";
  else if (status === 304) request.headers["If-None-Match"] = "*";
  else if (status === 422 && request.method === "POST") request.body = '{"unknown": 1}';
  else if (status === 422) transaction.fullPath = `${fullPath}${fullPath.includes("?") ? "&" : "?"}unknown=1`;
  else if (status >= 400) request.headers.Prefer = `code=${status}`;
  delete expected.headers["Accept-Encoding"]; // Dredd requires each documented header; this one is for a wrong encoding.
  done();
});
