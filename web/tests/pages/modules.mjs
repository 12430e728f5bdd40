// Where the modules of the pages are.

export const STATIC = new URL("../../../service/static/", import.meta.url);
export const LEARN = new URL("learn/", STATIC);
