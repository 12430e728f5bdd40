// The API documentation: Swagger UI, a list of operations, request snippets, and the error codes.

import { mendAccessibility } from "./docs/accessibility.js";
import { listOperations } from "./docs/operations.js";
import { besideProse, snippets } from "./docs/snippets.js";

// A class enables the dark colors of Swagger UI.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// The calls shown use the service that serves this page.
const service = new URL(".", location.href).href;
for (const code of document.querySelectorAll("#calls code")) code.textContent = code.textContent.replace("http://127.0.0.1:8000/", service);

const root = document.querySelector("#swagger-ui");
const [spec, problems] = await Promise.all([
  fetch("openapi.json").then((response) => response.json()),
  fetch("problems").then((response) => response.text()),
]);
const { plainLinks } = mendAccessibility(root);

SwaggerUIBundle({
  spec,
  dom_id: "#swagger-ui",
  plugins: [plainLinks, snippets.plugin, besideProse(document.querySelector("#calls"))],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  requestSnippetsEnabled: true,
  requestSnippets: snippets.options,
  operationsSorter: (a, b) => a.get("path").localeCompare(b.get("path")),
});
listOperations(document.querySelector("#operations"), document.querySelector("#search"), spec);

// The table of error codes, taken from /problems.
const page = new DOMParser().parseFromString(problems, "text/html");
document.querySelector("#errors").append(page.querySelector("table"));
