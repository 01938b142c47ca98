import { api } from "#api.ts";
import type { Endpoint } from "#endpoint.ts";
import { describeShape } from "#response-shape.ts";
import type { Shape } from "#shape.ts";

const HEADER = `// Made from the contract by \`npm run client-tables\`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
`;

const SHAPE_IMPORT = `import type { Shape } from "#shape.ts";
`;

/** The features whose published name is not the one that the code uses. */
const NAMES_IN_CODE: Readonly<Record<string, string>> = { tests: "quizzes" };

/** A shape that a table repeats has a name if it is at least this long, in characters. */
const MIN_NAMED_LENGTH = 120;

/** Returns the text of each file in `client/`, by its name: the calls of a feature, as clients need them. */
export function writeClientTables(): Map<string, string> {
  return new Map(
    Object.entries(api).map(([feature, table]) => [
      `${NAMES_IN_CODE[feature] ?? feature}.ts`,
      writeTable(feature, table),
    ]),
  );
}

function writeTable(feature: string, table: Readonly<Record<string, Endpoint>>): string {
  const shapes = Object.entries(table).map(([name, { response }]) => ({
    name,
    shape: response && describeShape(response),
  }));
  const names = nameRepeatedShapes(shapes);
  const constants = [...names].map(([text, name]) =>
    wrap(`const ${name}: Shape = ${write(JSON.parse(text), names, text)};`),
  );
  const calls = Object.entries(table).map(([name, { method, path, reads, changes }], index) => {
    const fields = { method, path, reads, changes, shape: shapes[index]?.shape ?? null };
    const start = `export const ${name}: ClientEndpoint<(typeof api)["${feature}"]["${name}"]> = {`;
    return [start, wrap(`  ${writeFields(fields, names)},`), "};"].join("\n");
  });
  const header = names.size > 0 ? HEADER + SHAPE_IMPORT : HEADER;
  return `${[header, ...constants, ...calls].join("\n")}\n`;
}

/**
 * Returns the names of the long objects that shapes repeat, by their JSON, parts before what they are part of. Each is
 * named after the first call whose response has it.
 */
function nameRepeatedShapes(shapes: readonly { name: string; shape: Shape | null }[]): ReadonlyMap<string, string> {
  const firstCalls = new Map<string, string>();
  const repeated = new Set<string>();
  const visit = (call: string, shape: Shape) => {
    if (typeof shape === "string") return;
    const text = JSON.stringify(shape);
    if (!firstCalls.has(text)) firstCalls.set(text, call);
    else if (!Array.isArray(shape) && text.length >= MIN_NAMED_LENGTH) {
      repeated.add(text);
      return; // the table does not write its parts again
    }
    for (const part of Object.values(shape)) visit(call, part);
  };
  for (const { name, shape } of shapes) if (shape !== null) visit(name, shape);
  const byLength = [...repeated].sort((one, other) => one.length - other.length);
  const sameCall = Map.groupBy(byLength, (text) => firstCalls.get(text));
  return new Map(
    byLength.map((text) => {
      const call = firstCalls.get(text);
      const place = (sameCall.get(call) ?? []).indexOf(text);
      return [text, `${call}Shape${place > 0 ? place + 1 : ""}`];
    }),
  );
}

/** Writes JSON as code, in one line; what has a name in `names` by that, except `unnamed`. */
function write(value: unknown, names: ReadonlyMap<string, string>, unnamed?: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const text = JSON.stringify(value);
  const name = names.get(text);
  if (name && text !== unnamed) return name;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, names)).join(", ")}]`;
  return `{ ${writeFields(value, names)} }`;
}

function writeFields(fields: object, names: ReadonlyMap<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${writeName(name)}: ${write(value, names)}`)
    .join(", ");
}

const writeName = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** Breaks a line between fields where it would be longer than 120 characters. */
function wrap(line: string): string {
  return line.replace(/(.{1,115}[,;{[])(?: |$)/g, "$1\n  ").trimEnd();
}
