import type { Schema } from "#endpoint.ts";
import { isDispensable } from "#fields.ts";
import type { Shape } from "#shape.ts";

/** The parts of a schema's definition that this file reads; zod's own types do not distinguish the kinds. */
type Definition =
  | { type: "string" | "number" | "boolean" | "enum" }
  | { type: "literal"; values: readonly unknown[] }
  | { type: "array"; element: Schema }
  | { type: "union"; options: readonly [Schema, ...Schema[]] }
  | { type: "object"; shape: Record<string, Schema> }
  | { type: "nullable" | "optional"; innerType: Schema };

/**
 * Returns the shape of the values that a response schema accepts. Formats, ranges and the values of an enum are left out: a
 * client can show a word that it does not know, but not a folder that is missing.
 *
 * @throws Error for a kind of schema that no response has used so far
 */
export function describeShape(schema: Schema): Shape {
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case "string":
    case "number":
    case "boolean":
      return definition.type;
    case "enum":
      return "string";
    case "literal":
      return typeOfConstant(definition.values[0]);
    case "array":
      return [describeShape(definition.element)];
    case "union":
      return definition.options.map(describeShape).reduceRight((rest, option) => [option, rest]);
    case "object":
      return Object.fromEntries(Object.entries(definition.shape).map(([name, field]) => describeField(name, field)));
    default:
      throw new Error(`A response cannot hold a schema of type "${definition.type}" here`);
  }
}

function describeField(name: string, schema: Schema): [string, Shape] {
  const definition = schema.def as unknown as Definition;
  if (isDispensable(schema)) return [`${name}?`, describeShape(schema)];
  if (definition.type !== "nullable" && definition.type !== "optional") return [name, describeShape(schema)];
  const [inner, shape] = describeField(name, definition.innerType);
  return [inner.endsWith("?") ? inner : `${inner}?`, shape];
}

function typeOfConstant(value: unknown): "string" | "number" | "boolean" {
  const type = typeof value;
  if (type === "string" || type === "number" || type === "boolean") return type;
  throw new Error(`A response cannot hold the literal ${String(value)} here`);
}
