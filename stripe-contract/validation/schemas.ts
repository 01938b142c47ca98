import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { CallName, EventName, ResponseTypes } from "../contract-types.ts";

interface SchemaFile {
  roots: Record<string, { $ref: string }>;
  definitions: Record<string, object>;
}

export type ObjectName = keyof ResponseTypes | EventName;

/** What a request got wrong. `param` is written as in Stripe's answers: `line_items[0][price]`. */
export interface Fault {
  kind: "unknown" | "missing" | "invalid";
  param: string;
  message: string;
}

function load(name: "requests" | "responses"): SchemaFile {
  const file = join(import.meta.dirname, "..", "schemas", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as SchemaFile;
}

/** Compiles each root when it is first asked for: most runs need a handful of them. */
function compilerOf(name: "requests" | "responses", coerceTypes: boolean) {
  const { roots, definitions } = load(name);
  // What was generated needs no check of its own, and inlining would compile the big objects again and again.
  const ajv = new Ajv({ strict: false, coerceTypes, validateSchema: false, inlineRefs: false });
  ajv.addSchema({ $id: name, definitions });
  return (root: string): ValidateFunction => {
    const ref = roots[root]?.$ref;
    const validate = ref === undefined ? undefined : ajv.getSchema(name + ref);
    if (!validate) throw new Error(`${name}.json does not describe ${root}`);
    return validate;
  };
}

// A form has only texts: "2999" and "true" become what the types say.
const request = compilerOf("requests", true);
const response = compilerOf("responses", false);

function paramOf(path: string, last?: string): string {
  const [first = "", ...rest] = [...path.split("/").slice(1), ...(last === undefined ? [] : [last])];
  return first + rest.map((part) => `[${part}]`).join("");
}

function faultOf(error: ErrorObject): Fault {
  const { keyword, instancePath, params } = error;
  if (keyword === "additionalProperties") {
    const param = paramOf(instancePath, String(params.additionalProperty));
    return { kind: "unknown", param, message: `Received unknown parameter: ${param}` };
  }
  if (keyword === "required") {
    const param = paramOf(instancePath, String(params.missingProperty));
    return { kind: "missing", param, message: `Missing required param: ${param}.` };
  }
  const param = paramOf(instancePath);
  const wanted =
    keyword === "enum" ? `must be one of ${(params.allowedValues as string[]).join(", ")}` : (error.message ?? keyword);
  return { kind: "invalid", param, message: `Invalid ${param}: ${wanted}` };
}

/** A choice between shapes reports every shape that did not fit; the error deepest inside is the one that was meant. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const weight = ({ keyword, instancePath }: ErrorObject) =>
    instancePath.split("/").length * 2 + (keyword === "additionalProperties" || keyword === "required" ? 1 : 0);
  const shapes = errors.filter(({ keyword }) => keyword !== "anyOf");
  return shapes.sort((a, b) => weight(b) - weight(a))[0];
}

/** Validates the parameters of a call and turns texts into numbers and booleans, in place. */
export function findFault(call: CallName, params: Record<string, unknown>): Fault | undefined {
  const validate = request(call);
  if (validate(params)) return undefined;
  const error = mostTelling(validate.errors ?? []);
  return error ? faultOf(error) : { kind: "invalid", param: "", message: `Invalid parameters of ${call}` };
}

/** Throws when an object is not what Stripe's types promise: then this server is wrong, not the integration. */
export function checkObject(name: ObjectName, object: unknown): void {
  const validate = response(name);
  if (validate(object)) return;
  const all = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  throw new Error(`the contract server built a wrong ${name}: ${all.slice(0, 5).join("; ")}`);
}
