// The API documentation: a list of operations, each of which opens in Swagger UI, and their search.

import { ready } from "../shared/page.js";
import { contract, draw } from "./operation.js";

// The script does not delay the browser's own scrolling to an operation, so it may be early.
if (document.readyState === "loading") {
  await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
}

// The calls shown use the service that serves this page.
const service = new URL(".", location.href).href;
for (const code of document.querySelectorAll("#calls code")) {
  code.textContent = code.textContent.replace("http://127.0.0.1:8000/", service);
}

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
  const { paths } = await contract();
  const words = search.value.toLowerCase().split(/\s+/);
  for (const operation of operations) {
    const parameters = Object.values(paths[operation.dataset.path]).flatMap((each) => each.parameters ?? []);
    const texts = parameters.map(({ name, description }) => `${name} ${description}`);
    const text = `${operation.textContent} ${texts}`.toLowerCase();
    operation.hidden = !words.every((word) => text.includes(word));
  }
});
