// The modules of the pages in this process. They find each other as in the service.

import { register } from "node:module";

// The service has /client beside /static, but the files are in one folder.
const resolve = (specifier, context, next) => next(specifier.replace("../../client/", "../client/"), context);
register(`data:text/javascript,export const resolve = ${encodeURIComponent(String(resolve))}`);

export const STATIC = new URL("../../../../service/static/", import.meta.url);
export const LEARN = new URL("learn/", STATIC);
