// Of two searches, the one that a step belongs to: its program is shown.

/**
 * The index of the search that a question is about (`asked`), that makes a cutoff, or that is still running.
 * The preferred one comes first.
 * @param {number | null} asked
 */
export function focusAt(searches, step, preferred = 0, asked = null) {
  if (asked !== null) return asked;
  const indexes = [preferred, ...searches.keys()];
  const isCutting = (index) => step <= searches[index].steps && isCutAt(searches[index], step);
  const isRunning = (index) => step <= searches[index].steps;
  return indexes.find(isCutting) ?? indexes.find(isRunning) ?? preferred;
}

function isCutAt(search, step) {
  const event = search.eventAt(step);
  return Boolean(event) && !event.isEntered && event.node.end === "cutoff";
}
