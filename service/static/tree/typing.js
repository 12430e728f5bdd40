// Text typed at a node, key by key, that chooses one of some texts.

const KEYS = { "−": "-", "∞": "i", "≤": "<", "≥": ">" }; // for signs that keyboards lack

export class Typing {
  #typed = "";

  // The index of the first text that begins with what has been typed, or -1.
  take(key, texts) {
    if (key.length > 1 || key === " ") return -1;
    for (const typed of [this.#typed + key.toLowerCase(), key.toLowerCase()]) {
      const index = texts.findIndex((text) => plain(text).startsWith(typed));
      if (index < 0) continue;
      this.#typed = typed;
      return index;
    }
    return -1;
  }

  clear() {
    this.#typed = "";
  }
}

const plain = (text) => text.toLowerCase().replaceAll(" ", "").replace(/[−∞≤≥]/gu, (sign) => KEYS[sign]);
