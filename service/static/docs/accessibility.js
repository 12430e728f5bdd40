// Accessibility fixes for Swagger UI.

const MENDED = {
  "table[role=region]": (table) => table.removeAttribute("role"),
  pre: (text) => (text.tabIndex = 0), // to scroll it by keyboard
  ".json-schema-2020-12-accordion:not(:has(strong))": (button) => (button.ariaLabel = "Schema"),
  ":is(input, select, textarea):not([aria-label])": (field) => (field.ariaLabel = nameOf(field)),
};

// The label of a field: a parameter, a response status, or the request body.
function nameOf(field) {
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
