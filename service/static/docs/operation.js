// An operation, drawn by Swagger UI, which is loaded when the first operation is opened.

// The result of an attempt, which is made again if it failed.
function once(attempt) {
  let result;
  return () => (result ??= attempt().catch((error) => {
    result = null;
    throw error;
  }));
}

export const openapi = once(async () => {
  const response = await fetch("openapi.json");
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  return response.json();
});

const swaggerUi = once(() => new Promise((resolve, reject) => {
  const style = { rel: "stylesheet", href: new URL("swagger-ui.css", import.meta.url).href };
  // It is much smaller, and arrives first. The page's own style sheets come after it.
  document.querySelector("link").after(Object.assign(document.createElement("link"), style));
  window["noZensmooth"] = true; // Swagger UI's own scrolling, which replaces links within the page
  const script = { src: "docs/swagger-ui/swagger-ui-bundle.js", onload: resolve, onerror: reject };
  document.head.append(Object.assign(document.createElement("script"), script));
}));

// Parts that the page has itself, and a field for items of arrays, which Swagger UI looks up by their format.
const parts = ({ React }) => ({
  components: {
    OperationTag: ({ children }) => children,
    OperationSummary: () => null,
    TryItOutButton: () => null,
    JsonSchema_integer_int32: (field) => {
      const value = String(field.value ?? "");
      return React.createElement(field.getComponent("JsonSchema_string"), { ...field, value });
    },
  },
});

// The parameters with the first example of one of them, and no defaults, which Swagger UI would fill in, too:
// values of different examples can contradict each other.
function withOneExample(parameters = []) {
  const shown = parameters.find(({ examples }) => examples);
  return parameters.map(({ examples, schema, ...parameter }) => {
    const [first] = parameter.name === shown?.name ? Object.values(examples) : [];
    return { ...parameter, schema: { ...schema, default: undefined }, example: first?.value };
  });
}

// The contract with one operation, without its description, which the page shows. It is called where the page
// is open, even if the service has a public URL.
function contractOf(document, { path, method }) {
  const called = document.paths[path][method];
  const operation = { ...called, parameters: withOneExample(called.parameters), description: undefined };
  const servers = [{ url: new URL(".", location.href).href.replace(/\/$/, "") }];
  return { ...document, servers, paths: { [path]: { [method]: operation } } };
}

export async function draw(operation) {
  const place = operation.querySelector(".place");
  if (place.matches(".swagger-ui")) return;
  place.classList.add("swagger-ui");
  place.textContent = "Loading…";
  try {
    const [document] = await Promise.all([openapi(), swaggerUi()]);
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
      syntaxHighlight: false,
      requestSnippetsEnabled: true,
      requestSnippets: snippets.options,
    });
  } catch {
    place.classList.remove("swagger-ui");
    place.textContent = "The operation could not be loaded. Close it and open it to try again.";
  }
}

// Accessibility fixes for Swagger UI.

const MENDED = {
  "table[role=region]": (table) => table.removeAttribute("role"),
  pre: (text) => (text.tabIndex = 0), // to scroll it by keyboard
  ".json-schema-2020-12-accordion:not(:has(strong))": (button) => button.setAttribute("aria-label", "Schema"),
  ":is(input, select, textarea):not([aria-label])": (field) =>
    field.setAttribute("aria-label", fieldNameOf(field)),
};

// The label of a field: a parameter, a response status, or the request body.
function fieldNameOf(field) {
  const { paramName, code } = field.closest("[data-param-name], [data-code]")?.dataset ?? {};
  const kind = field.matches(".examples-select-element") ? "examples" : "value";
  return `${paramName ?? code ?? "Request body"}: ${kind}`;
}

// Fixes the page now and after every change.
export function mendAccessibility(root) {
  const mend = () => {
    for (const [selector, change] of Object.entries(MENDED)) root.querySelectorAll(selector).forEach(change);
  };
  new MutationObserver(mend).observe(root, { childList: true, subtree: true });
}

// Request snippets in fetch and Python, in addition to the curl of Swagger UI.

const given = (request) => {
  const { url, method, body } = request.toJS();
  return { url, method: method.toUpperCase(), body: body ? JSON.stringify(JSON.parse(body)) : null };
};

const writers = {
  requestSnippetGenerator_fetch: (request) => {
    const { url, method, body } = given(request);
    const options = ["{", `method: "${method}",`, 'headers: { "Content-Type": "application/json" },'];
    const more = body ? `, ${[...options, `body: JSON.stringify(${body}),`].join("\n  ")}\n}` : "";
    return `const response = await fetch("${url}"${more});\nconst answer = await response.json();`;
  },
  requestSnippetGenerator_python: (request) => {
    const { url, body } = given(request);
    const call = body ? `httpx.post("${url}", json=json.loads('${body}'))` : `httpx.get("${url}")`;
    return `import httpx\n${body ? "import json\n" : ""}\nanswer = ${call}.json()`;
  },
};

export const snippets = {
  plugin: { fn: writers },
  options: {
    generators: {
      curl_bash: { title: "curl", syntax: "bash" },
      fetch: { title: "fetch", syntax: "javascript" },
      python: { title: "Python", syntax: "python" },
    },
    languages: ["curl_bash", "fetch", "python"],
    defaultExpanded: true,
  },
};
