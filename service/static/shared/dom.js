// Finds an element, creates elements with properties, attributes and children in one call, and the stars of a
// celebration.

import { svg } from "../client/pages.js";

export { svg };

const STAR = "M-5 6L0-7 5 6-7-2 7-2Z"; // in one stroke
const STARS = 12;

export const one = (selector, within = document) => within.querySelector(selector);

export function html(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (/^aria[A-Z]/.test(name)) made.setAttribute(`aria-${name.slice(4).toLowerCase()}`, value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => (child ?? false) !== false));
  return made;
}

export function button(content, onclick, className = "") {
  return html("button", { type: "button", className, onclick }, content);
}

// Sets attributes, and removes those that are null.
export function put(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) target.removeAttribute(name);
    else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
}

// Handles an event of an element in place of the browser.
export function handle(target, type, act) {
  target.addEventListener(type, (event) => {
    event.preventDefault();
    act(event);
  });
}

// Disables a button, or enables it. One that has the focus passes it on.
export function disable(target, isDisabled, next) {
  if (isDisabled && document.activeElement === target) next()?.focus();
  target.disabled = isDisabled;
}

// Stars that fly from the middle of the board, and fade.
export function stars() {
  const paths = Array.from({ length: STARS }, (_, i) => {
    const path = svg("path", { d: STAR });
    path.style.setProperty("--turn", `${(i * 360) / STARS}deg`);
    return path;
  });
  return svg("svg", { class: "stars", viewBox: "-100 -100 200 200", "aria-hidden": "true" }, ...paths);
}
