// What the oldest supported browsers lack, from MDN's compatibility data: members of objects, such as
// ["Element", "ariaPressed"], and attributes of elements, such as ["*", "popover"].
import bcd from "@mdn/browser-compat-data/forLegacyNode";

const OLDEST = { chrome: 109, firefox: 115, safari: 16 };
const DOM = /^(Document|DocumentFragment|Element|Event|EventTarget|History|Location|Navigator|Node|ShadowRoot|Window|(HTML|SVG)\w*Element)$/;
const NO_MEMBER = /_(?:event|permission)$|^[a-z]+_.*|^@@|^%/; // events, conditions of use, symbols

// Whether a browser had a feature under its name and without a flag.
function isIn(browser, { support }) {
  const statements = [support[browser] ?? []].flat();
  return statements.some(({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) => {
    const isPlain = !flags && !prefix && !other;
    return isPlain && parseFloat(String(added).replace("≤", "")) <= OLDEST[browser] && !(parseFloat(removed) <= OLDEST[browser]);
  });
}

// The names of an object and of its members, with the data on each.
function* membersIn(objects) {
  for (const [object, { __compat, ...members }] of Object.entries(objects)) {
    if (__compat) yield [object, null, __compat];
    for (const [name, member] of Object.entries(members)) {
      const isMember = member.__compat && !NO_MEMBER.test(name.replace(/_static$/, "")) && name !== object;
      if (isMember) yield [object, name, member.__compat];
    }
  }
}

const MEMBERS = [...membersIn(bcd.api), ...membersIn(bcd.javascript.builtins)];
const ATTRIBUTES = [...membersIn({ ...bcd.html.elements, "*": bcd.html.global_attributes })].filter(([, name]) => name);

// What at least one of these browsers lacks. Without a member, an object itself is lacking.
export function missingIn(browsers = Object.keys(OLDEST)) {
  const isMissing = (data) => browsers.some((browser) => !isIn(browser, data));
  return {
    members: MEMBERS.filter(([, , data]) => isMissing(data)).map(([object, name]) => [object, name]),
    attributes: ATTRIBUTES.filter(([, , data]) => isMissing(data)).map(([element, name]) => [element, name]),
  };
}

// The names of members of a document, its nodes and its window that no object has in all of these browsers.
export function missingNames() {
  const found = new Set(missingIn().members.filter(([object]) => DOM.test(object)).map(([, name]) => name));
  const known = MEMBERS.filter(([, , data]) => Object.keys(OLDEST).every((browser) => isIn(browser, data)));
  for (const [, name] of known) found.delete(name);
  return [...found].filter((name) => name && !name.endsWith("_static"));
}
