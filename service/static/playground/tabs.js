// Tabs with automatic activation: https://www.w3.org/WAI/ARIA/apg/patterns/tabs/

export function connectTabs(list, shown) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

  function show(chosen) {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab).hidden = tab !== chosen;
    }
    shown(panelOf(chosen).id);
  }

  list.addEventListener("click", ({ target }) => tabs.includes(target) && show(target));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
    next.focus();
    show(next);
  });
  return (name) => show(tabs.find((tab) => panelOf(tab).id === name));
}
