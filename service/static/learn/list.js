// The nodes of the trees shown as text: one line each, in order of entry.

import { html } from "../playground/html.js";
import { lineOf, titleOf } from "./sentences.js";

export function listOf(panes, goTo) {
  return panes.map(({ search, step, listed }) => html("section", {},
    html("h3", {}, `${titleOf(search)}: ${listed.length.toLocaleString("en")} of ${search.nodes.length.toLocaleString("en")} nodes`),
    html("ol", {}, listed.sort((a, b) => a.id - b.id).map((node) => {
      const isEntered = node.entered < step;
      const item = html("li", {}, `${lineOf(search, node, step)}. `,
        html("button", { type: "button", onclick: () => goTo((isEntered ? node.left : node.entered) + 1) },
          isEntered ? `Step ${node.left + 1}, its end` : `Step ${node.entered + 1}, its beginning`));
      item.style.setProperty("--ply", Math.min(node.ply, 6));
      return item;
    }))));
}
