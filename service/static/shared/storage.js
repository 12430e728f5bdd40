// Values that the browser keeps between visits. Where it keeps none, they last as long as the page.

const kept = new Map();

export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(`noughts.${name}`));
  } catch {
    return kept.get(name) ?? null; // storage is disabled
  }
}

export function save(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`noughts.${name}`, JSON.stringify(value));
  } catch {} // storage is disabled or full
}
