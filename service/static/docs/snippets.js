// Request snippets in fetch and Python, in addition to the curl of Swagger UI.

const given = (request) => {
  const { url, method, body } = request.toJS();
  return { url, method: method.toUpperCase(), body: body ? JSON.stringify(JSON.parse(body)) : null };
};

const writers = {
  requestSnippetGenerator_fetch: (request) => {
    const { url, method, body } = given(request);
    const options = `, {\n  method: "${method}",\n  headers: { "Content-Type": "application/json" },\n  body: JSON.stringify(${body}),\n}`;
    return `const response = await fetch("${url}"${body ? options : ""});\nconst answer = await response.json();`;
  },
  requestSnippetGenerator_python: (request) => {
    const { url, body } = given(request);
    const call = body ? `httpx.post("${url}", json=json.loads('${body}'))` : `httpx.get("${url}")`;
    return `import httpx\n${body ? "import json\n" : ""}\nanswer = ${call}.json()`;
  },
};

const NAMES = { curl_bash: ["curl", "bash"], fetch: ["fetch", "javascript"], python: ["Python", "python"] };

export const snippets = {
  plugin: { fn: writers },
  options: {
    generators: Object.fromEntries(
      Object.entries(NAMES).map(([name, [title, syntax]]) => [name, { title, syntax }]),
    ),
    languages: Object.keys(NAMES),
    defaultExpanded: true,
  },
};
