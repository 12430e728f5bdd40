// Plays two games whose moves are the state of a framework: on a board that the page controls, and against a level.
// The page has `update(moves)`, `configure(settings)`, `render()` and `show(isShown)`. Resolves to the cases that fail.

async () => {
  const PATIENCE = 120_000; // milliseconds
  const TIMES = 50;
  const isControlled = location.hash === "#controlled";
  const find = () => document.querySelector("noughts-board");
  const text = (value) => JSON.stringify(value) ?? "undefined";
  const isEqual = (found, expected, words) => {
    if (text(found) !== text(expected)) throw new Error(`${words}: ${text(found)} is not ${text(expected)}`);
  };
  const rest = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const until = async (check) => {
    for (const end = Date.now() + PATIENCE; !check(); await rest(10)) {
      if (Date.now() > end) throw new Error(`never: ${check}, ${text(find()?.moves)}, ${document.querySelector("#told").textContent}`);
    }
  };
  const told = () => document.querySelector("#told").textContent;
  // Both the board and the state have these moves, and no request is pending.
  const have = async (moves) => {
    await until(() => text(find().moves) === text(moves) && told() === text(moves) && find().game.task === null);
    await rest(150);
    isEqual([find().moves, told()], [moves, text(moves)], "later");
  };
  const click = (cell) => find().shadowRoot.querySelector(`[data-cell="${cell}"]`).click();

  // The requests sent, which wait while they are held, and the games started.
  let sent = 0;
  let starts = 0;
  let held = null;
  const { fetch } = globalThis;
  globalThis.fetch = async (target, options) => {
    sent += 1;
    await held;
    options.signal?.throwIfAborted();
    return fetch(target, options);
  };
  const count = (board) => {
    const { start } = board.game;
    board.game.start = (...given) => {
      starts += 1;
      return start.apply(board.game, given);
    };
  };
  const hold = () => {
    let release;
    held = new Promise((resolve) => { release = resolve; });
    return () => {
      held = null;
      release();
    };
  };
  const counted = async (act, expected, words) => {
    [sent, starts] = [0, 0];
    await act();
    await rest(150);
    isEqual({ sent, starts }, expected, words);
  };
  const storm = async () => {
    for (let time = 0; time < TIMES; time += 1) {
      render();
      if (time % 5 === 0) await rest();
    }
    await rest(100);
  };

  try {
    for (const isShown of [false, true]) { // the board made now sends its requests by the function above
      show(isShown);
      await until(() => Boolean(find()?.position) === isShown);
    }
    const board = find();
    count(board);
    isEqual([told(), board.moves], ["[]", []], "the beginning");
    await counted(storm, { sent: 0, starts: 0 }, "renders of an empty board");
    if (isControlled) {
      await counted(() => (click(0), have([0])), { sent: 1, starts: 1 }, "a move");
      await counted(() => (click(4), have([0, 4])), { sent: 1, starts: 1 }, "a reply");
    } else {
      const release = hold();
      await counted(async () => {
        click(0);
        await until(() => told() === "[0]" && sent === 1);
        await storm();
        release();
        await have([0, 4]);
      }, { sent: 1, starts: 0 }, "a move, and a reply that waits");
    }
    const { position } = board;
    await counted(storm, { sent: 0, starts: 0 }, "renders");
    for (const value of [null, undefined]) {
      await counted(async () => {
        update(value);
        await rest(200);
        await storm();
        isEqual([told(), board.moves], [text(value) === "undefined" ? "" : text(value), [0, 4]], "no value");
        update([0, 4]);
        await have([0, 4]);
      }, { sent: 0, starts: 0 }, `${value}`);
    }
    isEqual(board.position === position, true, "the position stays");
    const after = isControlled ? [0] : [0, 4]; // the level replies
    const release = hold();
    await counted(async () => {
      update([0]);
      await until(() => told() === "[0]");
      release();
      await have(after);
    }, { sent: 1, starts: 1 }, "undo of one move");
    await counted(() => (update([]), have([])), { sent: 0, starts: 1 }, "undo of all moves");
    await counted(() => (update([0, 4]), have([0, 4])), { sent: 1, starts: 1 }, "redo");
    await counted(() => (update([]), have([])), { sent: 0, starts: 1 }, "a new game");
    await counted(() => (click(0), have(after)), { sent: 1, starts: Number(isControlled) }, "the first move again");
    await counted(() => (update([]), have([])), { sent: 0, starts: 1 }, "a new game again");
    if (!isControlled) {
      const release = hold();
      click(0);
      await until(() => sent === 1);
      show(false);
      await until(() => find() === null);
      release();
      await rest(150);
      isEqual([told(), board.moves], ["[0]", [0]], "no reply to a board that is gone");
      show(true);
      await until(() => find());
      await have([0, 4]);
    }
    const ours = { level: "hard", seed: 3, columns: 5, rows: 4, inARow: 4, maxNodes: 20_000, misere: true };
    for (const value of [undefined, null]) {
      configure(ours);
      await until(() => find().position?.columns === 5);
      const shown = () => Object.keys(ours).map((name) => find().game.settings[name]);
      isEqual(shown(), Object.values(ours), "settings");
      configure(Object.fromEntries(Object.keys(ours).map((name) => [name, value])));
      await until(() => find().position?.columns === 3);
      isEqual(shown().filter((_, index) => index !== 1), ["medium", 3, 3, 3, null, false], `settings that are ${value}`);
      isEqual(find().game.fault, null, `settings that are ${value}`);
    }
    return [];
  } catch (error) {
    return [error.message];
  }
};
