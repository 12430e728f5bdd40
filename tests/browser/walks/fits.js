// Takes all steps of a part of a lesson, with every paragraph; without parts, at most 15 steps of each
// search, with the paragraphs in turn. It tries every answer. A node fits if its board is in the tree's pane,
// and the pane in the window.
/* global all, goTo, isDrawn, lessonOf, one */

async ([lesson, part, parts]) => {
  const isAll = parts > 0;
  const isZoomed = innerHeight < 300; // at 400 %, the page may scroll down
  const faults = new Set();
  const { stepsIn } = await import(new URL("static/learn/text.js", document.baseURI));
  const { asks, searches } = await lessonOf(lesson);
  const text = all(`#lesson-${lesson} > p`);
  const slider = one("[name=scrub]");
  const inside = (part, { left, top, right, bottom }) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.left > left - 2 && box.top > top - 2 &&
      box.right < right + 2 && box.bottom < bottom + 2;
  };
  const check = (state, named) => {
    const need = (isThere, name) => isThere ||
      faults.add(`${state} at step ${slider.value}: ${name}`);
    if (isZoomed) one(".search.shown .tree").scrollIntoView({ block: "center" });
    need(document.documentElement.scrollWidth <= innerWidth, "sideways");
    const tree = one(".search.shown .tree").getBoundingClientRect();
    const pane = one(".search.shown .picture");
    need(pane.scrollWidth <= pane.clientWidth && pane.scrollHeight <= pane.clientHeight,
      "a scrolled tree");
    const all = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    need(inside(one(".search.shown .tree"), all), "the tree");
    if (!isZoomed) {
      need(inside(one("[name=forward]"), all), "the next step");
      need((tree.width * tree.height) / (innerWidth * innerHeight) >= (innerWidth >= 1024 ?
        0.4 : 0.3), "its share");
      need(tree.height / innerHeight >= (innerWidth < innerHeight ? 0.4 : 0.5), "its height");
    }
    for (const board of one(".search.shown .tree").querySelectorAll(".node :is(.board, .note:not(:empty))")) {
      need(inside(board, tree) || board.closest(".hidden"), board.closest(".node").ariaLabel);
    }
    const levels = [...one(".search.shown .tree").querySelectorAll("[role=treeitem]")];
    need(levels[0].ariaLabel.startsWith("The root"), "the root");
    if (slider.value > 0) need(levels.some((node) => node.matches(".current")), "the current node");
    for (const name of named) need(levels.some((node) => node.ariaLabel.startsWith(name)), name);
    const texts = [...one(".search.shown .tree").querySelectorAll("text:not(:empty)")];
    for (const words of new Map(texts.map((each) => [each.classList.value, each])).values()) {
      need(parseFloat(getComputedStyle(words).fontSize) >= 11, `small: ${words.textContent}`);
    }
  };
  for (const of of searches.keys()) {
    if (searches.length > 1) one("#toggle").children[of].click();
    await isDrawn();
    const steps = Number(slider.max) + 1;
    const stride = isAll ? 1 : Math.ceil(steps / (isZoomed ? 8 : 15));
    const first = innerWidth % stride;
    const edge = (part) => Math.floor((part * steps) / (parts || 1));
    const pages = []; // the first, and those that name nodes
    for (const page of text.keys()) {
      const named = [];
      for (const { step } of stepsIn(text[page]).filter((each) => each.of === of)) {
        goTo(step);
        named.push(one(".search.shown .node.current").ariaLabel.split(":")[0]);
      }
      if (!page || named.length) pages.push([page, named]);
    }
    for (let step = edge(part - 1); step < edge(part); step += 1) {
      const isAsked = asks.some((ask) => ask.of === of && ask.step === step);
      if (step % stride !== first && !isAsked) continue;
      goTo(step);
      for (const [page, named] of isAll ? pages : [pages[(step / stride | 0) % pages.length]]) {
        const at = () => text.indexOf(one("#text [aria-current]"));
        while (at() !== page) one(`#pager [name=${at() < page ? "after" : "before"}]`).click();
        check(`paragraph ${page + 1}`, named);
      }
      if (one(".question").hidden) continue;
      one("#turn-to-question").click();
      for (const button of all(".choices button")) {
        button.click();
        const said = one(".verdict").textContent;
        const { scrollHeight, clientHeight, clientWidth } = one(".question");
        if (clientWidth > 280 && scrollHeight > clientHeight) faults.add(`scrolled: ${said}`);
        if (button.matches(".wrong") && !/^No[.] .+ Try again[.]$/.test(said)) {
          faults.add(`without a reason: ${said}`);
        }
      }
      check("answer", []);
      one(".go-on").click();
      if (one("[name=play]").textContent === "Pause") one("[name=play]").click();
    }
  }
  return [...faults].slice(0, 20);
}
