// What the walks through a lesson have in common.

/* global one */

Object.assign(globalThis, {
  one: (selector) => document.querySelector(selector),
  all: (selector) => [...document.querySelectorAll(selector)],
  lessonOf: async (name) => {
    const { LESSONS } = await import(new URL("static/learn/lessons.js", document.baseURI));
    return LESSONS.find(({ id }) => id === name);
  },
  goTo: (step) => {
    one("[name=scrub]").value = step;
    one("[name=scrub]").dispatchEvent(new Event("input"));
  },
  isDrawn: async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  },
});
