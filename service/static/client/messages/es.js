// The messages of the board in Spanish.

const reasons = {
  win: "completa una línea",
  block: "bloquea una línea del otro bando",
  fork: "crea una doble amenaza",
  block_fork: "impide una doble amenaza",
  center: "ocupa el centro",
  opposite_corner: "ocupa la esquina opuesta",
  corner: "ocupa una esquina",
  side: "ocupa un lado",
};
const ends = {
  win: (plies) => (plies > 1 ? `gana en ${plies}` : "gana"),
  draw: () => "lleva al empate",
  loss: (plies) => (plies > 1 ? `pierde en ${plies}` : "pierde"),
  unknown: () => "resultado no demostrado",
};
const traps = ({ safe_replies: safe, replies }) =>
  `${safe === 1 ? "es segura" : "son seguras"} ${safe} de ${replies} respuestas`;

export const es = {
  board: (columns, rows) => `Tablero de ${columns} columnas y ${rows} filas`,
  cell: (column, row) => `columna ${column}, fila ${row}`,
  empty: "vacía",
  win: (plies) => `gana ${plies}`,
  draw: "empate",
  loss: (plies) => `pierde ${plies}`,
  inLine: "parte de una línea",
  notProved: "no demostrada",
  bestMove: (reason) => `mejor jugada: ${reason}`,
  settingUp: "Preparando el tablero…",
  analysing: "Valorando todas las jugadas…",
  thinking: (side) => `${side} está pensando…`,
  played: (side, place) => `${side} ha jugado ${place}.`,
  completed: (side, place, line) => `${side} ha completado ${line}.`,
  start: "Inicio de la partida.",
  position: (ply, plies) => `Jugada ${ply} de ${plies}.`,
  yourTurn: (side) => `Te toca: ${side}.`,
  toMove: (side) => `Juega ${side}.`,
  won: (winner) => `Gana ${winner}.`,
  wonInMisere: (loser, winner) => `Quien completa una línea pierde: gana ${winner}.`,
  drawn: "Empate: el tablero está lleno.",
  mostMoves: ({ count, all, outcome }) => {
    const end = { win: "ganan", draw: "empatan", loss: "pierden" }[outcome];
    return `${count === all ? `Las ${all}` : `${count} de ${all}`} jugadas ${end}.`;
  },
  progress: (proved, moves) => `Jugadas demostradas: ${proved} de ${moves}`,
  progressOfSearch: "Progreso de la búsqueda",
  cancel: "Cancelar",
  tryAgain: "Reintentar",
  playAgain: (side) => (side ? `Otra partida con ${side}` : "Otra partida"),
  noAnswer: "El servicio no responde. La partida se conserva.",
  unexpectedAnswer: (status) => `El servicio no puede responder ahora (${status}). La partida se conserva.`,
  problem: (detail) => detail,
  wholeNumber: (name, minimum, maximum) => `${name} debe ser un número entero de ${minimum} a ${maximum}.`,
  inARow: (minimum) => `in-a-row debe ser al menos ${minimum} y como mucho el lado más largo del tablero.`,
  oneOf: (name, values) => {
    const last = values.at(-1);
    return `${name} debe ser ${values.slice(0, -1).join(", ")} ${last === "O" ? "u" : "o"} ${last}.`;
  },
  either: "Indica un tablero o jugadas, no ambas cosas.",
  sentence: ({ reason, outcome, plies_to_end: plies, trap = null }) => {
    const words = [reasons[reason], ends[outcome](plies), trap && traps(trap)].filter(Boolean).join(", ");
    return words[0].toUpperCase() + words.slice(1);
  },
};
