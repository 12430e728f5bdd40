// The messages of the board in German.

const reasons = {
  win: "vollendet eine Reihe",
  block: "verhindert eine Reihe der anderen Seite",
  fork: "schafft eine Gabel",
  block_fork: "verhindert eine Gabel",
  center: "nimmt die Mitte",
  opposite_corner: "nimmt die gegenüberliegende Ecke",
  corner: "nimmt eine Ecke",
  side: "nimmt ein Randfeld",
};
const ends = {
  win: (plies) => (plies > 1 ? `gewinnt in ${plies}` : "gewinnt"),
  draw: () => "führt zum Unentschieden",
  loss: (plies) => (plies > 1 ? `verliert in ${plies}` : "verliert"),
  unknown: () => "Ausgang nicht bewiesen",
};
const traps = ({ safe_replies: safe, replies }) =>
  `sicher ${safe === 1 ? "ist" : "sind"} ${safe} von ${replies} Antworten`;

export const de = {
  board: (columns, rows) => `Brett mit ${columns} Spalten und ${rows} Zeilen`,
  cell: (column, row) => `Spalte ${column}, Zeile ${row}`,
  empty: "leer",
  win: (plies) => `gewinnt ${plies}`,
  draw: "remis",
  loss: (plies) => `verliert ${plies}`,
  inLine: "Teil einer Reihe",
  notProved: "nicht bewiesen",
  bestMove: (reason) => `bester Zug: ${reason}`,
  settingUp: "Das Brett wird aufgebaut …",
  analysing: "Alle Züge werden bewertet …",
  thinking: (side) => `${side} denkt nach …`,
  played: (side, place) => `${side} hat ${place} gespielt.`,
  completed: (side, place, line) => `${side} hat ${line} vollendet.`,
  start: "Anfang der Partie.",
  position: (ply, plies) => `Zug ${ply} von ${plies}.`,
  yourTurn: (side) => `Du bist am Zug: ${side}.`,
  toMove: (side) => `${side} ist am Zug.`,
  won: (winner) => `${winner} gewinnt.`,
  wonInMisere: (loser, winner) => `Wer eine Reihe vollendet, verliert: ${winner} gewinnt.`,
  drawn: "Unentschieden: Das Brett ist voll.",
  mostMoves: ({ count, all, outcome }) => {
    const end = { win: "gewinnen", draw: "halten das Remis", loss: "verlieren" }[outcome];
    return `${count === all ? `Alle ${all} Züge` : `${count} von ${all} Zügen`} ${end}.`;
  },
  progress: (proved, moves) => `Bewiesene Züge: ${proved} von ${moves}`,
  progressOfSearch: "Fortschritt der Suche",
  cancel: "Abbrechen",
  tryAgain: "Noch einmal versuchen",
  playAgain: (side) => (side ? `Noch einmal als ${side}` : "Noch einmal"),
  noAnswer: "Der Dienst antwortet nicht. Die Partie bleibt erhalten.",
  unexpectedAnswer: (status) =>
    `Der Dienst kann gerade nicht antworten (${status}). Die Partie bleibt erhalten.`,
  problem: (detail) => detail,
  wholeNumber: (name, minimum, maximum) => `${name} muss eine ganze Zahl von ${minimum} bis ${maximum} sein.`,
  inARow: (minimum) => `in-a-row muss mindestens ${minimum} und höchstens die längere Seite des Bretts sein.`,
  oneOf: (name, values) => `${name} muss ${values.slice(0, -1).join(", ")} oder ${values.at(-1)} sein.`,
  either: "Gib ein Brett oder Züge an, nicht beides.",
  sentence: ({ reason, outcome, plies_to_end: plies, trap = null }) => {
    const words = [reasons[reason], ends[outcome](plies), trap && traps(trap)].filter(Boolean).join(", ");
    return words[0].toUpperCase() + words.slice(1);
  },
};
