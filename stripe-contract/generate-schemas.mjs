// Writes schemas/requests.json and schemas/responses.json from the types of the installed `stripe` package, for the
// calls and objects named in contract-types.ts. It needs TypeScript's JavaScript API, which the project's own
// TypeScript no longer has. After an update of `stripe`, in the root of the project:
//
//   npx -p typescript@5.9.3 node stripe-contract/generate-schemas.mjs
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, relative } from "node:path";

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

/** npx puts the folder of the package's programs on the PATH; the first TypeScript there that has the API is it. */
function loadTypeScript() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const program = join(folder, "tsc");
    if (!existsSync(program)) continue;
    const library = join(realpathSync(program), "..", "..", "lib", "typescript.js");
    if (existsSync(library)) return require(library);
  }
  throw new Error("no TypeScript with a JavaScript API on the PATH: run it as the first lines of this file say");
}

const ts = loadTypeScript();
const source = join(here, "contract-types.ts");
const program = ts.createProgram([source], {
  strict: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
});
const checker = program.getTypeChecker();

const has = (type, flag) => (type.flags & flag) !== 0;
const isOpenEnumRest = (type) => type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.String));
const isDecimal = (type) => (type.aliasSymbol ?? type.symbol)?.name === "Decimal";
const isPartial = (type) => type.aliasSymbol?.name === "Partial";
const isAnonymous = (type) => !type.symbol || type.symbol.name.startsWith("__");

/** `Session` of resources/Checkout/Sessions.d.ts is "Checkout.Session", as the official client names it. */
function nameOf(type) {
  const file = type.symbol.declarations[0].getSourceFile().fileName;
  const folders = /\/resources\/(?:(.+)\/)?[^/]+$/.exec(file)?.[1]?.split("/") ?? [];
  const name = checker.getFullyQualifiedName(type.symbol).replace(/^"[^"]*"\./, "");
  const prefix = folders.map((folder) => `${folder}.`).join("");
  return name.startsWith(prefix) ? name : prefix + name;
}

function literalOf(property) {
  return property && checker.getTypeOfSymbol(property).isStringLiteral()
    ? checker.getTypeOfSymbol(property).value
    : undefined;
}

/** Turns types into schemas, each named type once. `closed` is for requests, as they go over the wire. */
class SchemaWriter {
  definitions = {};
  #known = new Set();
  #closed;
  #described;

  constructor({ closed, described }) {
    this.#closed = closed;
    this.#described = described;
  }

  schemaOf(type) {
    const F = ts.TypeFlags;
    if (has(type, F.Any | F.Unknown)) return {};
    if (has(type, F.Undefined | F.Void | F.Never)) return { not: {} };
    // The client writes null into a form as an empty value.
    if (has(type, F.Null)) return this.#closed ? { const: "" } : { type: "null" };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (has(type, F.BooleanLiteral)) return { type: "boolean", const: checker.typeToString(type) === "true" };
    if (has(type, F.String) || isOpenEnumRest(type)) return { type: "string" };
    if (has(type, F.Number)) return { type: "number" };
    if (isDecimal(type)) return { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
    if (isPartial(type)) return { type: "object" };
    if (type.isUnion()) return this.#unionOf(type.types);
    if (checker.isArrayType(type)) return { type: "array", items: this.schemaOf(checker.getTypeArguments(type)[0]) };
    return this.#objectOf(type);
  }

  /** Open enums (`"a" | "b" | string`) are taken as closed: a misspelt value is no value. */
  #unionOf(members) {
    const present = members.filter((member) => !has(member, ts.TypeFlags.Undefined));
    const literals = present.filter((member) => member.isStringLiteral()).map((member) => member.value);
    const booleans = present.filter((member) => has(member, ts.TypeFlags.BooleanLiteral));
    const others = present.filter(
      (member) =>
        !member.isStringLiteral() && !booleans.includes(member) && !(literals.length > 0 && isOpenEnumRest(member)),
    );
    const schemas = others.map((member) => this.schemaOf(member));
    if (booleans.length === 2) schemas.unshift({ type: "boolean" });
    else schemas.unshift(...booleans.map((member) => this.schemaOf(member)));
    const emptied = schemas.filter((schema) => schema.const === "");
    const values = [...new Set([...literals, ...(emptied.length > 0 ? [""] : [])])].sort();
    const rest = schemas.filter((schema) => schema.const !== "");
    if (values.length > 0) rest.unshift({ enum: values });
    return rest.length === 1 ? rest[0] : { anyOf: rest };
  }

  #objectOf(type) {
    const resource = this.#closed ? undefined : literalOf(type.getProperty("object"));
    const isList = resource === "list" || type.symbol?.name === "ApiList";
    if (resource && !isList && type.getProperty("id") && !this.#described.has(type)) {
      const properties = { id: { type: "string" }, object: { const: resource } };
      return { type: "object", properties, required: ["id", "object"] };
    }
    if (isAnonymous(type) || isList) return this.#bodyOf(type);
    const name = nameOf(type);
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.definitions[name] = this.#bodyOf(type);
    }
    return { $ref: `#/definitions/${name}` };
  }

  #bodyOf(type) {
    const properties = {};
    const required = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const propertyType = checker.getTypeOfSymbol(property);
      if (propertyType.getCallSignatures().length > 0) continue;
      properties[property.name] = this.schemaOf(propertyType);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const additional = index ? this.schemaOf(index) : this.#closed ? false : undefined;
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(additional === undefined ? {} : { additionalProperties: additional }),
    };
  }
}

/** The members of an interface of contract-types.ts, with their types. */
function membersOf(interfaceName) {
  const file = program.getSourceFile(source);
  const declaration = file.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === interfaceName);
  const type = checker.getTypeAtLocation(declaration.name);
  return checker.getPropertiesOfType(type).map((property) => [property.name, checker.getTypeOfSymbol(property)]);
}

/** One definition per line: small, and readable as a difference. */
function write(file, comment, roots, definitions) {
  const lines = (entries) => entries.map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  const sorted = Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = [
    "{",
    `"$comment": ${JSON.stringify(comment)},`,
    `"roots": {\n${lines(roots).join(",\n")}\n},`,
    `"definitions": {\n${lines(sorted).join(",\n")}\n}`,
    "}\n",
  ].join("\n");
  mkdirSync(join(here, "schemas"), { recursive: true });
  writeFileSync(join(here, "schemas", file), text);
  console.log(
    `${relative(process.cwd(), join(here, "schemas", file))}: ${roots.length} roots, ${sorted.length} definitions, ${text.length} bytes`,
  );
}

const errors = program.getSemanticDiagnostics(program.getSourceFile(source));
if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0].messageText, "\n"));

const { PACKAGE_VERSION, API_VERSION } = require("stripe");
const comment = `Generated from the types of stripe ${PACKAGE_VERSION} (${API_VERSION}) by generate-schemas.mjs. Do not edit.`;
const objects = [...membersOf("ResponseTypes"), ...membersOf("EventTypes")];
const described = new Set(objects.map(([, type]) => type));

const requests = new SchemaWriter({ closed: true, described });
const calls = membersOf("RequestTypes").map(([name, type]) => [name, requests.schemaOf(type)]);
write("requests.json", comment, calls, requests.definitions);

const responses = new SchemaWriter({ closed: false, described });
const answers = objects.map(([name, type]) => [name, responses.schemaOf(type)]);
write("responses.json", comment, answers, responses.definitions);
