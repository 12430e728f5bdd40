// Goes to each question from the step before it. Its paragraph is in view, and then the question.
/* global goTo, isDrawn, lessonOf, one */

async ([lesson]) => {
  const { asks, searches } = await lessonOf(lesson);
  const isSeen = (part) => {
    const { top, bottom, left, right, height } = part.getBoundingClientRect();
    const text = one("#text").getBoundingClientRect();
    const [from, to] = part.matches("#text *") ? [text.top, text.bottom] : [0, innerHeight];
    return height > 0 && top > from - 1 && bottom < to + 1 && left > -1 && right < innerWidth + 1;
  };
  const faults = [];
  for (const { kind, of, step } of asks) {
    const need = (isThere, words) => isThere || faults.push(`${kind} at step ${step}: ${words}`);
    if (searches.length > 1) one("#toggle").children[of].click();
    for (const to of [Math.max(step - 1, 0), step]) goTo(to);
    await isDrawn();
    const paragraph = one("#text [aria-current]");
    need(isSeen(paragraph), "the paragraph");
    if (one("#turn-to-question").checkVisibility()) {
      need(!isSeen(one(".question")), "the question is there before its paragraph was read");
      need(isSeen(one("#turn-to-question")), "the way to the question");
      one("#turn-to-question").click();
    } else {
      need(paragraph.getBoundingClientRect().bottom <=
        one(".question").getBoundingClientRect().top + 1, "the question is above its paragraph");
      need([...paragraph.parentElement.children].every((each) => each.checkVisibility()),
        "the whole text");
    }
    need(isSeen(one(".question")), "the question");
  }
  return faults;
}
