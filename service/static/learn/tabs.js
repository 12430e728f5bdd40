// The tabs of the panel: the text or the form, the code, and what changed in it.

import { one } from "../shared/dom.js";
import { arrived } from "../shared/page.js";
import { load, save } from "../shared/storage.js";

const KEPT = "tab"; // in the browser: the name of the tab chosen last
const tabs = () => [...document.querySelector("#tabs").querySelectorAll("button")];

export class Tabs {
  #page;
  #code = null; // loaded with the first tab that needs it

  /**
   * @param {object} page
   * @param {() => any} page.pane the search shown, or null until there is one
   * @param {() => string | undefined} page.program the name of the program, if not the search's own
   * @param {() => void} page.turned when another tab is shown
   * @param {() => void} page.draw draws the step again, after another program was chosen
   */
  constructor(page) {
    this.#page = page;
    one("#tabs").addEventListener("click", ({ target }) => target.name && this.#choose(target));
    one("#tabs").addEventListener("keydown", (event) => {
      const all = tabs();
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const next = by && all.at((all.indexOf(event.target) + by) % all.length);
      if (!next) return;
      this.#choose(next);
      next.focus();
    });
  }

  // Shows the tab chosen last; without code, there is only the first one.
  show(hasCode = !one("#tabs").hidden) {
    one("#tabs").hidden = !hasCode;
    const shown = hasCode && one(`#tabs [name=${load(KEPT)}]`) ? load(KEPT) : "words";
    for (const tab of tabs()) {
      tab.setAttribute("aria-selected", String(tab.name === shown));
      tab.tabIndex = tab.name === shown ? 0 : -1;
      one(`#${tab.name}`).hidden = tab.name !== shown;
    }
    this.#page.turned();
    if (shown !== "words" && this.#page.pane()) this.#drawCode();
  }

  // Marks the line that runs at the step shown.
  go() {
    this.#code?.go();
  }

  #choose({ name }) {
    save(KEPT, name);
    this.show();
  }

  async #drawCode() {
    try {
      const { Code } = await arrived(import("./code.js"));
      this.#code ??= new Code(() => this.#page.draw());
      this.#code.show(this.#page.pane(), this.#page.program());
    } catch {
      one("#code [role=status]").textContent = "The code could not be loaded. Reload the page to try again.";
    }
  }
}
