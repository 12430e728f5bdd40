// The analyses of positions, each requested once.

import { keyOf, placed, requestFor } from "./position.js";

const PREVIEW_NODES = 20_000; // the budget of a preview

export class Analyses {
  #client;
  #quiet;
  #known = new Map();

  // The quiet client requests previews: it reports no exchanges, because no person requested them.
  constructor(client, quiet) {
    this.#client = client;
    this.#quiet = quiet;
  }

  get(position) {
    return this.#known.get(keyOf(position)) ?? null;
  }

  // Always streamed: only the service knows which analyses are slow.
  async ask(position, maxNodes, options) {
    const request = { ...requestFor(position), max_nodes: maxNodes };
    this.#known.set(keyOf(position), await this.#client.analyze(request, options));
  }

  // Best play from a move on, including the move, and whether it is proved.
  async variation(position, cell, signal) {
    const analysis = this.get(position);
    if (analysis?.best_move === cell) return lineOf(analysis);
    const after = placed(position, cell);
    let found = this.get(after);
    if (!found) {
      const request = { ...requestFor(after), max_nodes: PREVIEW_NODES };
      found = await this.#quiet.analysis(request, { signal });
      if (found.solved) this.#known.set(keyOf(after), found);
    }
    const { variation, isProved } = lineOf(found);
    return { variation: [cell, ...variation], isProved };
  }
}

function lineOf({ principal_variation: variation, solved }) {
  return { variation, isProved: solved };
}
