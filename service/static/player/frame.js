/* global move, evaluate -- the code of the player */
// Runs the code of a player in a worker, and passes on its moves. The page of this script is sandboxed:
// its origin is opaque, and its policy, which the worker inherits, allows no request. Nothing that the
// worker sends is trusted: the page that embeds this one checks each move, and limits the time.

{
  // Runs in the worker, before the code, which follows in the same script.
  const harness = (game) => {
    const reply = self.postMessage.bind(self);
    Object.assign(self, game);
    const nameOf = (value) => {
      if (value === undefined) return "nothing";
      if (typeof value === "string") return `the text "${value}"`;
      if (typeof value === "bigint") return `the BigInt ${value}n`;
      if (typeof value?.then === "function") return "a promise";
      if (Array.isArray(value)) return `the list [${value}]`;
      if (Object(value) !== value) return String(value);
      return typeof value === "function" ? "a function" : "an object";
    };
    const inWords = (value) => nameOf(value).replace(/^(.{59}).+$/s, "$1…");
    const best = (board, side) => {
      const values = board.map((mark, cell) => {
        if (mark !== null) return -Infinity;
        const value = evaluate(board.map((mark, each) => (each === cell ? side : mark)), side);
        if (Number.isFinite(value)) return value;
        throw new TypeError(`evaluate returned ${inWords(value)}, which is not a finite number`);
      });
      return values.indexOf(Math.max(...values));
    };
    self.addEventListener("message", ({ data: { id, board, side } }) => {
      const isMove = typeof move === "function";
      if (!isMove && typeof evaluate !== "function") {
        throw new ReferenceError("The code defines neither move(board, side) nor evaluate(board, side)");
      }
      const cell = board && (isMove ? move(board, side) : best(board, side));
      reply({ id, cell: Number.isInteger(cell) ? cell : -1, returned: inWords(cell) });
    });
  };

  // Starts the worker, whose messages and errors go to the port.
  const start = (code, game, port) => {
    const before = `(${harness})(${JSON.stringify(game)});\n`;
    const lines = before.split("\n").length - 1;
    const worker = new Worker(URL.createObjectURL(new Blob([before, code], { type: "text/javascript" })));
    let pending = null; // the number of the request without a reply
    port.onmessage = ({ data: { id, board, side } }) => {
      pending = id;
      worker.postMessage({ id, board, side });
    };
    worker.onmessage = ({ data }) => {
      if (pending === null || data?.id !== pending) return;
      if (!Number.isInteger(data.cell) || typeof data.returned !== "string") return;
      pending = null;
      port.postMessage({ id: data.id, cell: data.cell, returned: data.returned.slice(0, 60) });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      port.postMessage({ error: String(event.message).slice(0, 300), line: event.lineno - lines });
    };
  };

  // Any window can send messages; only the first one of the page that embeds this one counts.
  const receive = ({ source, data, ports }) => {
    if (source !== parent || parent === window || !ports[0]) return;
    removeEventListener("message", receive);
    start(String(data.code), data.game, ports[0]);
  };
  addEventListener("message", receive);
}
