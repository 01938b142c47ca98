import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import Stripe from "stripe";
import { generateSchemas, type Schema, type SchemaFile } from "./generate-schemas.ts";
import type { CallName, ObjectName } from "./stripe-types.ts";

const FOLDER = import.meta.dirname;
const CACHE = resolve(FOLDER, "../../node_modules/.cache/stripe-schemas");

/** Returns the cached schemas, after generating them, in about two seconds, if the client or their sources have changed. */
function loadSchemas(): ReturnType<typeof generateSchemas> {
  const sources = ["stripe-types.ts", "generate-schemas.ts"].map((name) => readFileSync(join(FOLDER, name)));
  const hash = createHash("sha256").update(Buffer.concat(sources)).digest("hex").slice(0, 12);
  const file = join(CACHE, `${Stripe.PACKAGE_VERSION}-${hash}.json`);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(generateSchemas(CACHE), null, 1));
    // Test files run in parallel: with a rename, no other one reads an incomplete file.
    renameSync(fresh, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

export const schemas = loadSchemas();

/** Compiles each root when it is first used, because most test files need only a few. */
function createValidators({ roots, definitions }: SchemaFile, coerceTypes: boolean) {
  // Inlining would compile big objects again at each reference, and optimizing takes longer than it saves.
  const quick = { strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv({ ...quick, coerceTypes });
  ajv.addSchema({ $id: "types", roots, definitions });
  return (root: string): ValidateFunction => {
    const validate = ajv.getSchema(`types#/roots/${root.replaceAll("/", "~1")}`);
    if (!validate) throw new Error(`there is no schema of ${root}`);
    return validate;
  };
}

function describe({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}

// Forms contain only strings: "2999" and "true" are converted to the types of the schema.
const requestValidator = createValidators(schemas.requests, true);
const answerValidator = createValidators(schemas.answers, false);

/** Converts strings to numbers and booleans, in place; returns the problem of a call's parameters, or null. */
export function findFault(call: CallName, params: Record<string, unknown>): string | null {
  const validate = requestValidator(call);
  return validate(params) ? null : describe(validate);
}

/** Throws if an object that the double sends does not match Stripe's types. */
export function checkAnswer(name: ObjectName, object: unknown): void {
  const validate = answerValidator(name);
  if (validate(object)) return;
  throw new Error(`the double built a wrong ${name}: ${describe(validate)}`);
}

const isNullable = ({ anyOf }: Schema) => anyOf?.some(({ type }: Schema) => type === "null") ?? false;

/** Returns the simplest value that matches a schema: null or empty wherever the types allow it. */
function createEmptyValue(schema: Schema): unknown {
  if (schema.$ref) return createEmptyValue(schemas.answers.definitions[schema.$ref.split("/").at(-1)] ?? {});
  if ("const" in schema) return schema.const;
  if (isNullable(schema)) return null;
  if (schema.anyOf) return createEmptyValue(schema.anyOf[0]);
  if (schema.type === "object") {
    const fields = Object.entries<Schema>(schema.properties);
    const present = fields.filter(([name, field]) => schema.required.includes(name) || isNullable(field));
    return Object.fromEntries(present.map(([name, field]) => [name, createEmptyValue(field)]));
  }
  return schema.enum?.[0] ?? { array: [], number: 0, boolean: false, string: "" }[schema.type as string] ?? null;
}

/** Returns an object with all fields that Stripe always sends, in which a builder then sets the relevant ones. */
export const createEmptyObject = (name: ObjectName) => createEmptyValue(schemas.answers.roots[name] ?? {}) as object;
