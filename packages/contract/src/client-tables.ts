import { api } from "#api.ts";
import type { Endpoint } from "#endpoint.ts";
import { describeShape } from "#response-shape.ts";

const HEADER = `// Made from the contract by \`npm run client-tables\`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
`;

/** The features whose published name is not the one that the code uses. */
const NAMES_IN_CODE: Readonly<Record<string, string>> = { tests: "quizzes" };

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
  const calls = Object.entries(table).map(([name, { method, path, reads, changes, response }]) => {
    const shape = response && describeShape(response);
    const lines = [{ method, path }, { reads, changes }, { shape }].map((fields) => wrap(`  ${writeFields(fields)},`));
    const start = `export const ${name}: ClientEndpoint<(typeof api)["${feature}"]["${name}"]> = {`;
    return [start, ...lines, "};"].join("\n");
  });
  return `${[HEADER, ...calls].join("\n")}\n`;
}

/** Writes JSON as code, in one line. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${writeFields(value)} }`;
}

function writeFields(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${writeName(name)}: ${write(value)}`)
    .join(", ");
}

const writeName = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** Breaks a line between fields where it would be longer than 120 characters. */
function wrap(line: string): string {
  return line.replace(/(.{1,115}[,{[])(?: |$)/g, "$1\n    ").trimEnd();
}
