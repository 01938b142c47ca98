import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SchemaObject } from "ajv";
import * as ts from "typescript/unstable/sync";

export type Schema = SchemaObject;
export type SchemaFile = { roots: Record<string, Schema>; definitions: Record<string, Schema> };

const SOURCE = join(import.meta.dirname, "stripe-types.ts");
const { TypeFlags, SymbolFlags } = ts;

const has = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;
const isStringLiteral = (type: ts.Type) => has(type, TypeFlags.StringLiteral);
const isOpenEnumRest = (type: ts.Type) =>
  ts.isIntersectionType(type) && type.getTypes().some((part) => has(part, TypeFlags.String));
const nameOf = (type: ts.Type) => (type.getAliasSymbol() ?? type.getSymbol())?.name;
const literalOf = (type: ts.Type) => (type as ts.Type & { value: unknown }).value;

class SchemaWriter {
  readonly definitions: Record<string, Schema> = {};
  readonly #checker: ts.Checker;
  /** The resources that are fully described; null for requests, which contain none. */
  readonly #resources: ReadonlySet<string> | null;

  constructor(checker: ts.Checker, resources: ReadonlySet<string> | null) {
    this.#checker = checker;
    this.#resources = resources;
  }

  schemaOf(type: ts.Type): Schema {
    if (has(type, TypeFlags.AnyOrUnknown)) return {};
    if (has(type, TypeFlags.VoidLike)) return { not: {} };
    // The client writes null into a form as an empty value.
    if (has(type, TypeFlags.Null)) return this.#resources ? { type: "null" } : { const: "" };
    if (isStringLiteral(type)) return { const: literalOf(type) };
    if (has(type, TypeFlags.BooleanLiteral)) return { type: "boolean", const: literalOf(type) };
    if (has(type, TypeFlags.Boolean)) return { type: "boolean" };
    if (has(type, TypeFlags.String) || isOpenEnumRest(type)) return { type: "string" };
    if (has(type, TypeFlags.Number)) return { type: "number" };
    if (nameOf(type) === "Decimal") return { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
    if (ts.isUnionType(type)) return this.#unionOf(type.getTypes());
    if (ts.isTypeReference(type) && this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type);
      return { type: "array", items: item ? this.schemaOf(item) : {} };
    }
    if (has(type, TypeFlags.Object | TypeFlags.Intersection)) return this.#objectOf(type);
    throw new Error(`no schema for ${this.#checker.typeToString(type)}`);
  }

  #unionOf(members: readonly ts.Type[]): Schema {
    const literals = members.filter(isStringLiteral).map((type) => String(literalOf(type)));
    const isBoolean = members.filter((type) => has(type, TypeFlags.BooleanLiteral)).length === 2;
    const isReference = this.#resources !== null && members.some((type) => has(type, TypeFlags.String));
    const others = members.filter((type) => {
      if (isStringLiteral(type) || has(type, TypeFlags.Undefined)) return false;
      if (has(type, TypeFlags.BooleanLiteral)) return !isBoolean;
      // `"a" | "b" | string` is treated as closed, so that a misspelt value fails.
      if (isOpenEnumRest(type)) return literals.length === 0;
      // A reference is an id or the object itself; the double does not expand.
      return !(isReference && this.#resourceOf(type) !== undefined);
    });
    const schemas = others.map((type) => this.schemaOf(type));
    if (isBoolean) schemas.unshift({ type: "boolean" });
    if (literals.length > 0) schemas.unshift({ enum: literals.sort() });
    return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas };
  }

  #objectOf(type: ts.Type): Schema {
    const resource = this.#resources ? this.#resourceOf(type) : undefined;
    if (resource && !this.#resources?.has(resource)) return { type: "object", required: ["id", "object"] };
    const id = `${nameOf(type) ?? "object"}-${type.id}`;
    if (!(id in this.definitions)) {
      // Set before its properties are followed: a type may contain itself.
      this.definitions[id] = {};
      Object.assign(this.definitions[id], this.#propertiesOf(type));
    }
    return { $ref: `#/definitions/${id}` };
  }

  #propertiesOf(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const { name, flags } = symbol;
      const propertyType = this.#checker.getTypeOfSymbol(symbol);
      if (!propertyType || name.startsWith("__") || (flags & SymbolFlags.Method) !== 0) continue;
      properties[name] = this.schemaOf(propertyType);
      if ((flags & SymbolFlags.Optional) === 0) required.push(name);
    }
    const [index] = this.#checker.getIndexInfosOfType(type);
    const additionalProperties = index ? this.schemaOf(index.valueType) : this.#resources !== null;
    return { type: "object", properties, required, additionalProperties };
  }

  /** The value of the field `object` of resources that have an id; lists have none. */
  #resourceOf(type: ts.Type): string | undefined {
    if (!has(type, TypeFlags.Object) || !this.#checker.getPropertyOfType(type, "id")) return undefined;
    const symbol = this.#checker.getPropertyOfType(type, "object");
    const kind = symbol && this.#checker.getTypeOfSymbol(symbol);
    return kind && isStringLiteral(kind) ? String(literalOf(kind)) : undefined;
  }
}

/** Describes the members of an interface in stripe-types.ts. */
function describeMembers({ program, checker }: ts.Project, name: string, resources: Set<string> | null): SchemaFile {
  const module = checker.getSymbolAtLocation(program.getSourceFile(SOURCE) as never);
  const symbol = module && checker.getMemberInModuleExports(module, name);
  if (!symbol) throw new Error(`${SOURCE} has no ${name}`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  for (const member of resources ? members : []) resources?.add(member.name);
  const writer = new SchemaWriter(checker, resources);
  const describe = (member: ts.Symbol) => [member.name, writer.schemaOf(checker.getTypeOfSymbol(member) as ts.Type)];
  return { roots: Object.fromEntries(members.map(describe)), definitions: writer.definitions };
}

/**
 * Generates JSON schemas of the types in stripe-types.ts with the compiler that checks the project. The compiler needs a
 * configuration file, which is written into `folder`: a folder in the project, so that `@types/node` is found. Schemas of requests
 * allow no further properties at any depth, so that a misspelt parameter fails; answers may have further properties.
 */
export function generateSchemas(folder: string): Record<"requests" | "answers", SchemaFile> {
  const config = join(folder, "tsconfig.json");
  const base = resolve(import.meta.dirname, "../../tsconfig.base.json");
  writeFileSync(config, JSON.stringify({ extends: base, files: [SOURCE] }));
  const api = new ts.API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`TypeScript does not open ${config}`);
    // The compiler would treat a type that is not found as `any`.
    if (project.program.getSemanticDiagnostics(SOURCE).length > 0) throw new Error(`${SOURCE} does not compile`);
    return {
      requests: describeMembers(project, "RequestTypes", null),
      answers: describeMembers(project, "ObjectTypes", new Set()),
    };
  } finally {
    api.close();
  }
}
