// Lets node import from http: as browsers and Deno do.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

export async function resolve(specifier, context, next) {
  if (!specifier.startsWith("http:")) return next(specifier, context);
  return { url: specifier, shortCircuit: true };
}

export async function load(url, context, next) {
  if (!url.startsWith("http:")) return next(url, context);
  const source = await (await fetch(url)).text();
  return { format: "module", source, shortCircuit: true };
}
