// The code beside the tree. Its modules are loaded when it is first shown.

import { load, save } from "../shared/storage.js";

const WIDE = matchMedia("(min-width: 64rem)");

export class Code {
  #details;
  #panel = null;
  #panes = [];
  #named;
  #drawn;

  // Open in a wide window, until a reader opens or closes it. Calls `drawn` when the lines of a search are known.
  constructor(details, drawn) {
    this.#details = details;
    this.#drawn = drawn;
    details.open = load("code") ?? WIDE.matches;
    details.querySelector("summary").addEventListener("click", () => save("code", !details.open));
    details.addEventListener("toggle", () => {
      this.#place();
      this.#draw();
    });
  }

  // Reserves the space for a lesson; `named` is the program that it is about, if any, false if it has no code.
  open(named) {
    this.#named = named;
    this.#details.hidden = named === false;
    this.#place();
  }

  // Shows the code of the panes' searches.
  show(panes) {
    this.#panes = panes;
    this.#draw();
  }

  // Follows the panes to their step; a question may be about one of them (`asked`, its index).
  go(asked) {
    if (this.#details.open) this.#panel?.go(asked);
  }

  // The trees share their space with it.
  #place() {
    this.#details.parentElement.classList.toggle("coded", this.#details.open && !this.#details.hidden);
  }

  async #draw() {
    if (!this.#details.open || this.#details.hidden || !this.#panes.length) return;
    try {
      const { Panel } = await import("./panel.js");
      this.#panel ??= new Panel(this.#details.querySelector(".code"), this.#drawn);
      this.#panel.show(this.#panes, this.#named);
    } catch {
      this.#details.querySelector(".code").textContent = "The code could not be loaded. Reload the page to try again.";
    }
  }
}
