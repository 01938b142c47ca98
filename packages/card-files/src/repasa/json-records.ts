// Reads our JSON (`docs/export-format.md`). Each record is on its own line, so that a file of any size needs little memory.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { UnreadableFile } from "#unreadable-file.ts";

type Json = Record<string, unknown>;

export interface Records {
  readonly head: Json;
  /** Yields the unvalidated records of a list, one at a time. */
  list(name: string): Iterable<unknown>;
  /** Returns a value outside of lists; null if the file has no value of that name. */
  one(name: string): unknown;
}

/** In UTF-16 units. The longest records are a media file of 5 MB in base64, and a card with the longest log. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;
/** In bytes. Smaller files are parsed whole if another program has written them without our lines. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Opens an export of ours, whose lists are read line by line; JSON that another program has written is parsed whole.
 *
 * @throws UnreadableFile `damaged` if our file ends early, `foreignJson` if another one has over 4 MiB or holds no object.
 */
export function openRecords(file: string): Records {
  const head = readHead(file);
  if (head) {
    if (!isComplete(file)) throw new UnreadableFile("damaged");
    return { head, list: (name) => readListRecords(file, name), one: (name) => readSingleRecord(file, name) };
  }
  if (statSync(file).size > MAX_WHOLE_BYTES) throw new UnreadableFile("foreignJson");
  const whole = parseOrRefuse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  if (!isRecord(whole)) throw new UnreadableFile("foreignJson");
  const list = (name: string) => (Array.isArray(whole[name]) ? (whole[name] as unknown[]) : []);
  return { head: whole, list, one: (name) => whole[name] ?? null };
}

function readHead(file: string): Json | null {
  for (const line of readLines(file)) {
    const text = line.replace(/^\ufeff/, "").trimEnd();
    if (!text.startsWith("{") || !text.endsWith(",")) return null;
    const head = tryParse(`${text.slice(0, -1)}}`);
    return isRecord(head) ? head : null;
  }
  return null;
}

/** Returns whether the file has its last line. */
function isComplete(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const tail = Buffer.alloc(16);
    const bytes = readSync(handle, tail, 0, tail.length, Math.max(0, statSync(file).size - tail.length));
    return tail.toString("latin1", 0, bytes).trimEnd().endsWith("}");
  } finally {
    closeSync(handle);
  }
}

function* readListRecords(file: string, name: string): Iterable<unknown> {
  let inside = false;
  for (const line of readLines(file)) {
    if (!inside) {
      inside = line.startsWith(`"${name}":[`);
      continue;
    }
    if (line.startsWith("]")) return;
    yield parseOrRefuse(line.trimEnd().replace(/,$/, ""));
  }
  // The end of the file came first.
  if (inside) throw new UnreadableFile("damaged");
}

function readSingleRecord(file: string, name: string): unknown {
  const start = `"${name}":`;
  for (const line of readLines(file)) {
    if (line.startsWith(start)) return parseOrRefuse(line.slice(start.length).trimEnd().replace(/,$/, ""));
    // Single records precede the folders and cards, which make up most of a file.
    if (line.startsWith('"folders":[')) return null;
  }
  return null;
}

function* readLines(file: string): Iterable<string> {
  const handle = openSync(file, "r");
  const decoder = new StringDecoder("utf8");
  const chunk = Buffer.alloc(1 << 16);
  let pieces: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const bytes = readSync(handle, chunk);
      if (bytes === 0) break;
      const parts = decoder.write(chunk.subarray(0, bytes)).split("\n");
      for (const [index, part] of parts.entries()) {
        if (index > 0) {
          yield pieces.join("");
          pieces = [];
          length = 0;
        }
        pieces.push(part);
        length += part.length;
        if (length > MAX_LINE_LENGTH) throw new UnreadableFile("foreignJson");
      }
    }
    if (length > 0) yield pieces.join("");
  } finally {
    closeSync(handle);
  }
}

/** Returns whether parsed JSON is an object, and no array. */
export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseOrRefuse(text: string): unknown {
  const value = tryParse(text);
  if (value === undefined) throw new UnreadableFile("damaged");
  return value;
}
