// Keeps what a screen reader would announce: the changes of the visible live regions.

() => {
  window.heard = [];
  const board = document.querySelector("noughts-board")?.shadowRoot.querySelector(".status");
  for (const region of [board, ...document.querySelectorAll("[role=status]")].filter(Boolean)) {
    const hear = () =>
      region.textContent && region.checkVisibility() && window.heard.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
  }
}
