import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SchemaObject } from "ajv";
import {
  API,
  type Checker,
  isIntersectionType,
  isTypeReference,
  isUnionType,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";

export type Schema = SchemaObject;

export interface SchemaFile {
  roots: Record<string, Schema>;
  definitions: Record<string, Schema>;
}

const SOURCE = join(import.meta.dirname, "stripe-types.ts");

const has = (type: Type, flags: TypeFlags) => (type.flags & flags) !== 0;
const isStringLiteral = (type: Type) => has(type, TypeFlags.StringLiteral);
const isOpenEnumRest = (type: Type) =>
  isIntersectionType(type) && type.getTypes().some((part) => has(part, TypeFlags.String));
const nameOf = (type: Type) => (type.getAliasSymbol() ?? type.getSymbol())?.name;
const literalOf = (type: Type) => (type as Type & { value: unknown }).value;

class SchemaWriter {
  readonly definitions: Record<string, Schema> = {};
  readonly #checker: Checker;
  /** The resources that are fully described; null for requests, which contain none. */
  readonly #resources: ReadonlySet<string> | null;

  constructor(checker: Checker, resources: ReadonlySet<string> | null) {
    this.#checker = checker;
    this.#resources = resources;
  }

  schemaOf(type: Type): Schema {
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
    if (nameOf(type) === "Partial") return { type: "object" };
    if (isUnionType(type)) return this.#unionOf(type.getTypes());
    if (isTypeReference(type) && this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type);
      return { type: "array", items: item ? this.schemaOf(item) : {} };
    }
    if (has(type, TypeFlags.Object | TypeFlags.Intersection)) return this.#objectOf(type);
    throw new Error(`no schema for ${this.#checker.typeToString(type)}`);
  }

  #unionOf(members: readonly Type[]): Schema {
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

  #objectOf(type: Type): Schema {
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

  #propertiesOf(type: Type): Schema {
    const symbols = this.#checker.getPropertiesOfType(type);
    const types = symbols.length > 0 ? this.#checker.getTypeOfSymbol(symbols) : [];
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const [index, { name, flags }] of symbols.entries()) {
      const propertyType = types[index];
      if (!propertyType || name.startsWith("__") || (flags & SymbolFlags.Method) !== 0) continue;
      properties[name] = this.schemaOf(propertyType);
      if ((flags & SymbolFlags.Optional) === 0) required.push(name);
    }
    const [index] = this.#checker.getIndexInfosOfType(type);
    const additionalProperties = index ? this.schemaOf(index.valueType) : this.#resources !== null;
    return { type: "object", properties, required, additionalProperties };
  }

  /** The value of the field `object` of resources that have an id; lists have none. */
  #resourceOf(type: Type): string | undefined {
    if (!has(type, TypeFlags.Object) || !this.#checker.getPropertyOfType(type, "id")) return undefined;
    const symbol = this.#checker.getPropertyOfType(type, "object");
    const kind = symbol && this.#checker.getTypeOfSymbol(symbol);
    return kind && isStringLiteral(kind) ? String(literalOf(kind)) : undefined;
  }
}

function collectRoots(
  { program, checker }: Project,
  interfaceName: string,
  writer: SchemaWriter,
): Record<string, Schema> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(SOURCE) as never);
  const symbol = module && checker.getMemberInModuleExports(module, interfaceName);
  if (!symbol) throw new Error(`${SOURCE} has no ${interfaceName}`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  return Object.fromEntries(
    members.map((member) => [member.name, writer.schemaOf(checker.getTypeOfSymbol(member) as Type)]),
  );
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
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`TypeScript does not open ${config}`);
    // The compiler would treat a type that is not found as `any`.
    if (project.program.getSemanticDiagnostics(SOURCE).length > 0) throw new Error(`${SOURCE} does not compile`);
    const requests = new SchemaWriter(project.checker, null);
    const requestRoots = collectRoots(project, "RequestTypes", requests);
    const resources = collectRoots(project, "ObjectTypes", new SchemaWriter(project.checker, new Set()));
    const answers = new SchemaWriter(project.checker, new Set([...Object.keys(resources), "event"]));
    const roots = { ...collectRoots(project, "ObjectTypes", answers), ...collectRoots(project, "EventTypes", answers) };
    return {
      requests: { roots: requestRoots, definitions: requests.definitions },
      answers: { roots, definitions: answers.definitions },
    };
  } finally {
    api.close();
  }
}
