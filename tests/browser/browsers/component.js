// Puts a component with a board in its shadow root into a form, and keeps what the page hears.

() => {
  const component = document.createElement("div");
  component.attachShadow({ mode: "open" }).append(document.createElement("noughts-board"));
  document.querySelector("#place").append(component);
  window.board = component.shadowRoot.firstChild;
  Object.assign(window, { heard: [], keys: [] });
  for (const name of ["change", "move", "noughts-move"])
    addEventListener(name, () => heard.push(name));
  for (const name of ["keydown", "keyup"]) addEventListener(name, ({ key }) => keys.push(key));
}
