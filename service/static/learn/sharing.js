// Copies the link to a step, and prints it.

const one = (selector) => document.querySelector(selector);

// `keep` writes the step to the URL, and `hideAnswer` asks its question again.
export function connectSharing({ keep, hideAnswer }) {
  one("#copy-link").addEventListener("click", async () => {
    keep();
    try {
      await navigator.clipboard.writeText(location.href);
      one("#copied").textContent = "Copied.";
    } catch {
      one("#copied").textContent = "The browser does not allow copying here. Copy the page's address.";
    }
  });
  one("#print").addEventListener("click", () => print());
  addEventListener("beforeprint", hideAnswer);
}
