// The page "Developers": a live board with its calls, programs to copy, and a list of operations, each of
// which opens in Swagger UI, with their search.

import "../client/noughts-board.js";
import { ready } from "../shared/page.js";
import { showAddress } from "./address.js";
import { draw, openapi } from "./operation.js";

// Before anything is copied. The script does not delay the browser's own scrolling to an operation.
await showAddress("body", ".");

// The last call of the board, as a command, and its response, with lists on one line.
const [request, response] = ["request", "response"].map((id) => document.getElementById(id));
const board = document.querySelector("noughts-board");
board.addEventListener("noughts-exchange", (/** @type {CustomEvent} */ { detail: { url, body, answer } }) => {
  const json = body ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : "";
  request.textContent = `curl '${url}'${json}`;
  const text = JSON.stringify(answer, null, 2);
  response.textContent = text.replace(/\[[^[\]{}]*\]/g, (list) => list.replace(/\s+/g, " "));
});

const copy = document.querySelector("#copy");
copy.addEventListener("click", async () => {
  const code = document.querySelector("#embed code");
  getSelection().selectAllChildren(code); // to copy by hand, if the browser does not allow it
  await navigator.clipboard?.writeText(code.textContent).then(() => (copy.textContent = "Copied"), () => {});
});

const operations = [...document.querySelectorAll("details")];
for (const operation of operations) {
  operation.addEventListener("toggle", () => {
    const hash = `#${operation.id}`;
    if (operation.open) {
      history.replaceState(null, "", hash);
      draw(operation);
    } else if (location.hash === hash) history.replaceState(null, "", location.pathname);
  });
}

// The URL of an operation opens it.
function follow() {
  const operation = operations.find(({ id }) => location.hash === `#${id}`);
  if (!operation) return;
  operation.open = true;
  operation.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();
document.body.classList.add("ready");
ready();

// The search also covers the parameters of a path, which only the contract lists.
const search = document.querySelector("input");
search.addEventListener("input", async () => {
  const { paths } = await openapi();
  const words = search.value.toLowerCase().split(/\s+/);
  for (const operation of operations) {
    const parameters = Object.values(paths[operation.dataset.path]).flatMap((each) => each.parameters ?? []);
    const texts = parameters.map(({ name, description }) => `${name} ${description}`);
    const text = `${operation.textContent} ${texts}`.toLowerCase();
    operation.hidden = !words.every((word) => text.includes(word));
  }
});
