// Reads XML from untrusted archives as a stream, because a sheet need not fit into memory. The parser expands no entities but
// XML's five and numeric ones, and loads nothing that a document refers to. It refuses names and values of more than 64 KB.
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import sax from "sax";
import { UnreadableFile } from "#unreadable-file.ts";
import type { Archive } from "./archive.ts";

/** The limit in bytes for all documents of an archive together; 200,000 rows of two columns take a third of it. */
const MAX_TOTAL_BYTES = 96 * 1024 * 1024;
/** The deepest nesting of elements; spreadsheets need about 12 levels. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 1000;

export interface XmlHandlers {
  /** Names are passed without their prefix: `table:p` as `p`. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface XmlReader {
  has(entry: string): boolean;
  read(entry: string, handlers: XmlHandlers): Promise<void>;
}

/** @param tempFolder Holds the document that is being read, and is empty again afterwards. */
export function createXmlReader(archive: Archive, tempFolder: string): XmlReader {
  let left = MAX_TOTAL_BYTES;
  return {
    has: (entry) => archive.names.has(entry),
    async read(entry, handlers) {
      const file = path.join(tempFolder, "xml");
      try {
        await archive.extract(entry, file, left);
        left -= (await stat(file)).size;
        await parseFile(file, handlers);
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}

async function parseFile(file: string, handlers: XmlHandlers): Promise<void> {
  const parser = createParser(handlers);
  try {
    for await (const chunk of createReadStream(file, "utf8")) parser.write(chunk as string);
    parser.close();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  }
}

function createParser({ open, text, close }: XmlHandlers) {
  const parser = sax.parser(true);
  let depth = 0;
  let attributesOfTag = 0;
  parser.onattribute = () => {
    attributesOfTag++;
    if (attributesOfTag > MAX_ATTRIBUTES) throw new UnreadableFile("archiveTooLarge");
  };
  parser.onopentag = ({ name, attributes }) => {
    attributesOfTag = 0;
    depth++;
    if (depth > MAX_DEPTH) throw new UnreadableFile("archiveTooLarge");
    open?.(localName(name), attributes as Record<string, string>);
  };
  parser.onclosetag = (name) => {
    depth--;
    close?.(localName(name));
  };
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  parser.onerror = () => {
    throw new UnreadableFile("damaged");
  };
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
