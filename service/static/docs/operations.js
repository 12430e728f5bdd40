// The list of operations: one entry per path with its methods, and a full-text search.

export function listOperations(list, search, { paths }) {
  const items = Object.entries(paths).map(([path, methods]) => {
    const item = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = path;
    item.append(name, ...Object.entries(methods).map(([method, operation]) => link(method, path, operation)));
    const text = JSON.stringify(Object.values(methods).map(({ summary, description, parameters }) =>
      [summary, description, parameters?.map((each) => [each.name, each.description])]));
    return { item, text: `${path} ${text}`.toLowerCase() };
  });
  list.append(...items.map(({ item }) => item));
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { item, text } of items) item.hidden = !words.every((word) => text.includes(word));
  });
}

function link(method, path, { operationId, tags }) {
  const made = document.createElement("a");
  made.href = `#/${tags[0]}/${operationId}`;
  made.textContent = method.toUpperCase();
  made.ariaLabel = `${method.toUpperCase()} ${path}`;
  made.addEventListener("click", (event) => {
    const operation = document.querySelector(`#operations-${tags[0]}-${operationId}`);
    if (!operation) return;
    event.preventDefault();
    if (!operation.matches(".is-open")) operation.querySelector("button").click();
    operation.scrollIntoView({ block: "start" });
    operation.querySelector("button").focus({ preventScroll: true });
  });
  return made;
}
