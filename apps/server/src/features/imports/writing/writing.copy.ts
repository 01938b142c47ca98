import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from } from "pg-copy-streams";

type CopyValue = string | number | boolean | null | Date | Uint8Array | readonly string[];

/** Each way into a stream and through the driver costs as much as some hundred rows. */
const CHUNK_LENGTH = 64 * 1024;

/** One row as COPY reads it in its text format. */
export function copyRow(values: readonly CopyValue[]): string {
  return `${values.map(copyValue).join("\t")}\n`;
}

function copyValue(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return value.length === 0 ? "{}" : escaped(`{${value.map((one) => `"${one.replace(/["\\]/g, "\\$&")}"`).join(",")}}`);
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] as string) : text;
}

/** Sends rows, as `copyRow` writes them, by a COPY statement, no faster than the database takes them. */
export async function copyRows(
  client: Client,
  statement: string,
  rows: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(chunked(rows), { objectMode: false }), client.query(from(statement)));
}

async function* chunked(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = "";
  for await (const row of rows) {
    chunk += row;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk !== "") yield Buffer.from(chunk);
}
