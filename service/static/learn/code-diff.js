// The difference between two lists of lines: the longest common subsequence stays.

/**
 * @param {string[]} before
 * @param {string[]} after
 * @returns {{ kind: string, line: string }[]} the kind is "same", "added" or "removed"
 */
export function diff(before, after) {
  const lengths = lengthsOf(before, after);
  const rows = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const isSame = i < before.length && j < after.length && before[i] === after[j];
    if (isSame) rows.push({ kind: "same", line: after[j] });
    else if (j === after.length || (i < before.length && lengths[i + 1][j] >= lengths[i][j + 1])) rows.push({ kind: "removed", line: before[i] });
    else rows.push({ kind: "added", line: after[j] });
    if (rows.at(-1).kind !== "added") i += 1;
    if (rows.at(-1).kind !== "removed") j += 1;
  }
  return rows;
}

// The length of the longest common subsequence after line i of one and line j of the other.
function lengthsOf(before, after) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}
