// Whether Scalar's parser finds the contract valid.
import { readFileSync } from "node:fs";
import { validate } from "@scalar/openapi-parser";

const CONTRACT = new URL("../../../openapi/openapi.json", import.meta.url);

const { valid, errors } = await validate(readFileSync(CONTRACT, "utf8"));
if (!valid) {
  console.error(errors);
  process.exitCode = 1;
}
