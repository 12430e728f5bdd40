// A record that sends requests, one at a time.

import { GameRecord } from "./game-record.js";

export const IDLE = { task: null, fault: null, progress: null };
const PACE = 400; // milliseconds from a move to the reply: the move is drawn by then

// The result of a request, at the pace of a person if asked for, and if the reader does not avoid motion.
export async function paced(request, isPaced) {
  const isMoving = !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  const pause = isPaced && isMoving ? new Promise((resolve) => setTimeout(resolve, PACE)) : null;
  const [answer] = await Promise.all([request, pause]);
  return answer;
}

// `ask`, `fail`, `set` and `tell` are for subclasses.
export class Requester extends GameRecord {
  task = null; // the pending request: "reply", "start" or "analysis"
  fault = null; // the last failure: {error, retry}
  progress = null; // of a long search

  #abort = null;

  // Whether a request that changes the game is pending; an analysis must not interrupt it.
  get isReplying() {
    return this.task === "reply" || this.task === "start";
  }

  // Resolves when no such request is pending.
  async settled() {
    while (this.isReplying) await new Promise((resolve) => this.addEventListener("change", resolve, { once: true }));
  }

  // Aborts the pending request, without an event.
  cancel() {
    this.#abort?.abort();
    Object.assign(this, { task: null, progress: null });
  }

  retry() {
    return this.fault?.retry?.();
  }

  // Sends one request at a time: a new one aborts the previous one.
  async ask(task, question, then) {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.set({ task, fault: null });
    let answer;
    try {
      answer = await question(abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.fail(error, () => this.ask(task, question, then));
      return;
    }
    if (!abort.signal.aborted) await then(answer);
  }

  fail(error, retry = null) {
    this.set({ task: null, progress: null, fault: { error, retry } });
    this.tell("error", { error });
  }

  set(state) {
    Object.assign(this, state);
    this.tell("change");
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
