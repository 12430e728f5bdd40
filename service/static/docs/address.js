// The address of the service in examples.

const SHOWN = "http://127.0.0.1:8000";

// Replaces the address in examples by that of the service, at this path from the page.
export function showAddress(root, path) {
  const address = new URL(path, location.href).href.replace(/\/$/, "");
  const parts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (parts.nextNode()) {
    const part = /** @type {Text} */ (parts.currentNode);
    if (part.data.includes(SHOWN)) part.data = part.data.replaceAll(SHOWN, address);
  }
}
