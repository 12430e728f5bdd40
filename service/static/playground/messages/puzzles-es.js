// The messages of the puzzles in Spanish.

export const es = {
  intro: "En cada posición gana exactamente una jugada. Encuéntrala y gana después contra un juego perfecto.",
  difficulties: { easy: "Fácil", medium: "Medio", hard: "Difícil" },
  inARow: (number) => `${number} en raya`,
  winIn: (plies) => `gana en ${plies}`,
  solvedName: "resuelto",
  solvedOf: (solved, all) => `${solved} de ${all} resueltos`,
  clear: "Borrar el progreso",
  askToClear: "¿Borrar el progreso de todos los problemas?",
  again: "Otro intento",
  next: "Siguiente problema",
  show: "Mostrar la jugada",
  copy: "Copiar el enlace",
  copied: "Copiado",
  notCopied: "Copia en su lugar la dirección de la página",
  leave: "Volver a la partida",
  task: (side, plies, own) =>
    plies === 1 ? `Juega ${side} y gana de inmediato.`
    : `Juega ${side} y gana en ${plies} jugadas, contando las de ambos bandos; ${own} son tuyas.`,
  none: "Este enlace no contiene ningún problema. En un problema gana exactamente una jugada.",
  right: "Correcto.",
  slower: "También gana, pero más despacio.",
  replies: {
    win: (side, place) => `${side} completa una línea en ${place}`,
    block: (side, place) => `${side} bloquea en ${place}`,
    fork: (side, place) => `${side} crea dos amenazas en ${place}`,
    block_fork: (side, place) => `${side} impide una doble amenaza en ${place}`,
    other: (side, place) => `${side} juega ${place}`,
  },
  refuted: {
    draw: (tried, reply) => `${tried} no gana: ${reply}, y con juego óptimo hay empate.`,
    win: (tried, reply, plies) => (plies === 1 ? `${tried} pierde: ${reply}.` : `${tried} pierde: ${reply} y gana en ${plies}.`),
    unknown: (tried, reply) => `No está demostrado que ${tried} gane: ${reply}.`,
  },
  shown: (place) => `La jugada ganadora es ${place}. Con ayuda, el problema no cuenta como resuelto.`,
  solved: (tries) => (tries === 0 ? "Resuelto al primer intento." : `Resuelto tras ${tries === 1 ? "un intento fallido" : `${tries} intentos fallidos`}.`),
  helped: "Ganado con ayuda, así que el problema no cuenta como resuelto.",
};
