// The address of the service in examples.

const SHOWN = "http://127.0.0.1:8000";

// Replaces the address in the examples of an element by that of the service, at this path from the page, as
// soon as the page has been read: the module may be early.
export async function showAddress(selector, path) {
  if (document.readyState === "loading") {
    await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  }
  const address = new URL(path, location.href).href.replace(/\/$/, "");
  const parts = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
  while (parts.nextNode()) {
    const part = /** @type {Text} */ (parts.currentNode);
    if (part.data.includes(SHOWN)) part.data = part.data.replaceAll(SHOWN, address);
  }
}
