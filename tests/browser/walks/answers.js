// Finds the right choice of each question by the form, and gives it and a wrong one with the pointer and
// with the keyboard. What is clicked is on top, and at least 24 pixels in size.
/* global all, goTo, isDrawn, lessonOf, one */

async ([lesson]) => {
  const inTree = (selector) => all(`.search.shown ${selector}`);
  const buttons = () => all(".choices button");
  const { asks, searches } = await lessonOf(lesson);
  const faults = [];
  const wordsOf = (button) => button.textContent;
  const chosen = () => buttons().filter((each) => each.matches(".chosen")).map(wordsOf).join();
  const verdict = () => one(".verdict").textContent;

  // What a person can click on: the element at a point, and 11 pixels around it, too.
  const clickAt = (x, y, parts, name) => {
    const around = parts.length > 1 ? [] : [[0, -11], [0, 11]]; // An edge is as long as it is.
    for (const [dx, dy] of [[0, 0], [-11, 0], [11, 0], ...around]) {
      const hit = document.elementFromPoint(x + dx, y + dy);
      if (parts.some((part) => part.contains(hit))) continue;
      return faults.push(`${name}: ${dx}, ${dy} from it is ${hit?.outerHTML.slice(0, 80)}`);
    }
    return document.elementFromPoint(x, y)
      .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  const middleOf = (part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const endOf = (edge) => { // near the move that it leads to
    const path = edge.querySelector(".reach");
    const { x, y } = path.getPointAtLength(path.getTotalLength() - 12)
      .matrixTransform(path.getScreenCTM());
    return [x, y];
  };
  const targets = () => {
    const [cells, edges] = [inTree(".asked [data-part] rect"), inTree(".edge.choice")];
    if (cells.length) return cells.map((cell) => [[cell], middleOf(cell)]);
    if (edges.length && one(".choices").textContent.startsWith("none")) {
      const nodes = inTree(".node.choice");
      return edges.map((edge, index) => [[edge, nodes[index]], endOf(edge)]);
    }
    const nodes = inTree(".node.choice");
    return (nodes.length ? nodes : inTree(".node.asked")).map((node) =>
      [[node], middleOf(node.querySelector(".board"))]);
  };
  const byPointer = (words, name) => {
    for (let count = 0; count < 7; count += 1) {
      for (const index of targets().keys()) {
        if (chosen() === words) return one(".hand-in").click();
        const [parts, [x, y]] = targets()[index];
        clickAt(x, y, parts, name);
      }
    }
    return faults.push(`${name}: ${words} cannot be chosen`);
  };

  const press = (key) => one(".search.shown .tree").dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const active = () => document.getElementById(
    one(".search.shown .tree").getAttribute("aria-activedescendant"));
  const along = (key, isFound) => {
    for (let node = null; !isFound() && active() !== node;) {
      node = active();
      press(key);
    }
    return isFound();
  };
  const walkTo = (node) => {
    const level = (each) => Number(each.getAttribute("aria-level"));
    press("Home");
    while (level(active()) < level(node)) {
      const before = level(active());
      const isOpen = () => active().getAttribute("aria-expanded") === "true";
      along("ArrowLeft", () => false);
      while (level(active()) === before) {
        along("ArrowRight", isOpen);
        press("ArrowDown");
        if (level(active()) === before) press("ArrowRight");
      }
    }
    along("ArrowLeft", () => false);
    return along("ArrowRight", () => active() === node);
  };
  const plain = (words) => words.toLowerCase().replace("\u2212", "-").replace("∞", "i")
    .replace("≤", "<").replace("≥", ">").replaceAll(" ", "");
  const byKeys = (words, name) => {
    const [asked] = inTree(".node.asked");
    if (words === "none" && !chosen()) return faults.push(`${name}: none is not chosen yet`);
    if (inTree(".node.choice").length && !inTree(".asked [data-part]").length) {
      for (const node of inTree(".node.choice")) {
        if (chosen() === words) break;
        if (!walkTo(node)) faults.push(`${name}: no way to ${node.getAttribute("aria-label")}`);
        press(" ");
      }
    } else if (inTree(".asked [data-part]").length) {
      for (const key of plain(words)) press(key);
    } else {
      if (!walkTo(asked)) faults.push(`${name}: no way to the node`);
      for (let count = 0; count < 7 && chosen() !== words; count += 1) press(" ");
      const written = asked.querySelector(".value").textContent;
      if (!active().getAttribute("aria-label").endsWith(`your answer: ${written}`)) {
        faults.push(`${name}: ${active().getAttribute("aria-label")}`);
      }
      press(" ");
      press(" "); // to another one
      for (const key of plain(written)) press(key);
    }
    if (chosen() !== words) faults.push(`${name}: ${words} cannot be chosen, but ${chosen()}`);
    const said = `Your answer: ${words.replace(/^[A-Z]: /, "")}`;
    if (words !== "none" && !one("#said").textContent.startsWith(said)) {
      faults.push(`${name}: said ${one("#said").textContent}`);
    }
    press("Enter");
    return undefined;
  };

  if (!asks.length) faults.push("there is no question");
  for (const { kind, of, step } of asks) {
    const ask = async () => {
      if (searches.length > 1) one("#toggle").children[of].click();
      goTo(step - 1);
      goTo(step);
      await isDrawn();
      one("#turn-to-question").click();
      return buttons().map(wordsOf);
    };
    const choices = await ask();
    const rights = [];
    for (const [index, words] of choices.entries()) { // by the form
      buttons()[index].click();
      if (verdict().startsWith("Right.")) rights.push(words);
      else if (!/^No[.] .+ Try again[.]$/.test(verdict())) faults.push(`${kind}: ${verdict()}`);
      await ask();
    }
    const wrong = choices.find((words) => !rights.includes(words));
    if (!rights.length || !wrong) faults.push(`${kind} at step ${step}: ${rights} of ${choices}`);
    for (const [words, start] of [[rights[0], "Right."], [wrong, "No."]]) {
      for (const [name, give] of Object.entries({ byPointer, byKeys })) {
        const state = `${kind} at step ${step} ${name}, ${words}`;
        await ask();
        give(words, state);
        if (!verdict().startsWith(start)) faults.push(`${state}: ${verdict()}`);
      }
    }
  }
  return faults.slice(0, 8);
}
