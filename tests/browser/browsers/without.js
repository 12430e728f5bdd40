// Deletes what a browser lacks, before a page loads: members of interfaces or of the window, and attributes.
({ members, attributes }) => {
  for (const [object, member] of members) {
    const [name, isStatic] = (member ?? object).split(/(_static)$/);
    const owner = isStatic ? globalThis[object] : globalThis[object]?.prototype;
    if (member ? owner : true) delete (member ? owner : globalThis)[name];
  }
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      for (const [element, name] of attributes) if (node.matches?.(element)) node.removeAttribute(name);
    }
  }).observe(document, { childList: true, subtree: true });
}
