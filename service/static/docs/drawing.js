// An operation, drawn by Swagger UI, which is loaded when the first operation is opened.

import { mendAccessibility } from "./accessibility.js";
import { snippets } from "./snippets.js";

// The result of an attempt, which is made again if it failed.
function once(attempt) {
  let result;
  return () => (result ??= attempt().catch((error) => {
    result = null;
    throw error;
  }));
}

export const contract = once(async () => {
  const response = await fetch("openapi.json");
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  return response.json();
});

const swaggerUi = once(() => new Promise((resolve, reject) => {
  const style = /** @type {HTMLLinkElement} */ (document.querySelector("#swagger-ui-style"));
  style.disabled = false; // it is much smaller, and arrives first
  window["noZensmooth"] = true; // Swagger UI's own scrolling, which replaces links within the page
  const script = document.createElement("script");
  document.head.append(Object.assign(script, { src: "docs/swagger-ui/swagger-ui-bundle.js", onload: resolve, onerror: reject }));
}));

// Parts that the page has itself, and a field for the items of arrays, which Swagger UI looks up by their format.
const parts = ({ React }) => ({
  components: {
    OperationTag: ({ children }) => children,
    OperationSummary: () => null,
    TryItOutButton: () => null,
    JsonSchema_integer_int32: ({ value, ...others }) =>
      React.createElement(others.getComponent("JsonSchema_string"), { ...others, value: String(value ?? "") }),
  },
});

// The contract with one operation, without its description, which the page shows.
function contractOf(document, { path, method }) {
  const operation = { ...document.paths[path][method], description: undefined };
  return { ...document, paths: { [path]: { [method]: operation } } };
}

export async function draw(operation) {
  const place = operation.querySelector(".place");
  if (place.matches(".swagger-ui")) return;
  place.classList.add("swagger-ui");
  place.textContent = "Loading…";
  try {
    const [document] = await Promise.all([contract(), swaggerUi()]);
    history.scrollRestoration = "manual"; // a reload scrolls to the operation
    mendAccessibility(place);
    window["SwaggerUIBundle"]({
      spec: contractOf(document, operation.dataset),
      domNode: place,
      layout: "operations",
      docExpansion: "full",
      plugins: [parts, snippets.plugin],
      tryItOutEnabled: true,
      displayRequestDuration: true,
      validatorUrl: null,
      syntaxHighlight: false,
      requestSnippetsEnabled: true,
      requestSnippets: snippets.options,
    });
  } catch {
    place.classList.remove("swagger-ui");
    place.textContent = "The operation could not be loaded. Close it and open it to try again.";
  }
}
