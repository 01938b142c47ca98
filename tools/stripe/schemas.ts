import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import Stripe from "stripe";
import { generateSchemas, type Schema, type SchemaFile } from "./generate-schemas.ts";
import type { CallName, EventName, ObjectName } from "./stripe-types.ts";

const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/stripe-schemas");

/** The schemas, generated in about two seconds when the client or what they are made from has changed. */
function loadSchemas(): ReturnType<typeof generateSchemas> {
  const sources = ["stripe-types.ts", "generate-schemas.ts"].map((name) =>
    readFileSync(join(import.meta.dirname, name)),
  );
  const hash = createHash("sha256").update(Buffer.concat(sources)).digest("hex").slice(0, 12);
  const file = join(CACHE, `${Stripe.PACKAGE_VERSION}-${hash}.json`);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    const folder = mkdtempSync(join(CACHE, "new-"));
    writeFileSync(join(folder, "schemas.json"), JSON.stringify(generateSchemas(folder), null, 1));
    // Test files start side by side; a rename never shows another one half a file.
    renameSync(join(folder, "schemas.json"), file);
    rmSync(folder, { recursive: true });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

export const schemas = loadSchemas();

/** Compiles each root when it is first asked for: most test files need a handful. */
function validatorsOf({ roots, definitions }: SchemaFile, coerceTypes: boolean) {
  // Inlining would compile big objects again at each reference, and optimizing takes longer than it saves.
  const ajv = new Ajv({
    strict: false,
    coerceTypes,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema({ $id: "types", roots, definitions });
  return (root: string): ValidateFunction => {
    const validate = ajv.getSchema(`types#/roots/${root.replaceAll("/", "~1")}`);
    if (!validate) throw new Error(`there is no schema of ${root}`);
    return validate;
  };
}

function describe({ errors }: ValidateFunction): string {
  const all = errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return all?.join("; ") ?? "";
}

// Forms contain only strings: "2999" and "true" become what the types say.
const requestValidator = validatorsOf(schemas.requests, true);
const answerValidator = validatorsOf(schemas.answers, false);

/** Turns strings into numbers and booleans, in place, and says what is wrong with the parameters of a call. */
export function findFault(call: CallName, params: Record<string, unknown>): string | null {
  const validate = requestValidator(call);
  return validate(params) ? null : describe(validate);
}

/** Throws when what the double sends is not what Stripe's types promise. */
export function checkAnswer(name: ObjectName | EventName, object: unknown): void {
  const validate = answerValidator(name);
  if (validate(object)) return;
  throw new Error(`the double built a wrong ${name}: ${describe(validate)}`);
}

const isNullable = ({ anyOf }: Schema) => anyOf?.some(({ type }: Schema) => type === "null") ?? false;

/** The simplest value that fits: null or empty wherever the types allow it. */
function emptyValue(schema: Schema): unknown {
  if (schema.$ref) return emptyValue(schemas.answers.definitions[schema.$ref.split("/").at(-1)] ?? {});
  if ("const" in schema) return schema.const;
  if (isNullable(schema)) return null;
  if (schema.anyOf) return emptyValue(schema.anyOf[0]);
  if (schema.type === "object") {
    const fields = Object.entries<Schema>(schema.properties);
    const present = fields.filter(([name, field]) => schema.required.includes(name) || isNullable(field));
    return Object.fromEntries(present.map(([name, field]) => [name, emptyValue(field)]));
  }
  return schema.enum?.[0] ?? { array: [], number: 0, boolean: false, string: "" }[schema.type as string] ?? null;
}

/** An object with the fields that Stripe always sends, for its builder to fill in what matters. */
export function emptyObject(name: ObjectName): object {
  return emptyValue(schemas.answers.roots[name] ?? {}) as object;
}
