import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from } from "pg-copy-streams";

type CopyValue = string | number | boolean | null | Date | Uint8Array | readonly string[];

/** Rows are sent in chunks, because each write to the stream and the driver costs as much as a few hundred rows. */
const CHUNK_LENGTH = 64 * 1024;

/** Formats a row in the text format of COPY. */
export function formatCopyRow(values: readonly CopyValue[]): string {
  return `${values.map(formatCopyValue).join("\t")}\n`;
}

function formatCopyValue(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return value.length === 0
    ? "{}"
    : escapeText(`{${value.map((one) => `"${one.replace(/["\\]/g, "\\$&")}"`).join(",")}}`);
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] as string) : text;
}

/** Sends rows formatted by `formatCopyRow` through a COPY statement, no faster than the database accepts them. */
export async function copyRows(
  client: Client,
  statement: string,
  rows: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(joinIntoChunks(rows), { objectMode: false }), client.query(from(statement)));
}

async function* joinIntoChunks(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = "";
  for await (const row of rows) {
    chunk += row;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = "";
  }
  if (chunk !== "") yield Buffer.from(chunk);
}
