// The modules of the pages in this process. They find each other as in the service.

export const STATIC = new URL("../../../../service/static/", import.meta.url);
export const LEARN = new URL("learn/", STATIC);
