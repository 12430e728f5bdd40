// What the pages keep in the browser between visits. Other tabs change it, too, so a value that depends on
// the one before is read again before it is written. In a full storage a value lasts as long as the tab, and
// without any storage as long as the page.

const unstored = new Map();
const itemOf = (name) => `noughts.${name}`;

// The value of a name, or null. One that did not fit into the local storage is newer than the one there.
export function load(name) {
  if (unstored.has(name)) return unstored.get(name);
  for (const store of ["sessionStorage", "localStorage"]) {
    try {
      const text = globalThis[store].getItem(itemOf(name));
      if (text !== null) return JSON.parse(text);
    } catch {} // disabled, or not our text
  }
  return null;
}

export function save(name, value) {
  unstored.set(name, value);
  for (const store of ["localStorage", "sessionStorage"]) {
    try {
      if (unstored.has(name)) globalThis[store].setItem(itemOf(name), JSON.stringify(value));
      else globalThis[store].removeItem(itemOf(name));
      unstored.delete(name);
    } catch {} // disabled or full
  }
}

// Calls `changed` with the value of a name whenever another tab has changed it.
export function watch(name, changed) {
  addEventListener("storage", ({ key }) => {
    if (key === null || key === itemOf(name)) changed(load(name));
  });
}
