// Creates Anki packages without code of `anki-files.ts`: archives byte by byte, and tables in another order, without indexes, in
// UTF-16 and with a write-ahead log.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  name: string;
  data: Uint8Array;
  deflate?: boolean;
  encrypted?: boolean;
  /** The false sizes that the headers claim. */
  claimedSize?: number;
};

/** Creates an archive as PKWARE's APPNOTE describes it. `claimedEntries` is the number of entries that its end states. */
export function createRawZip(entries: readonly ZipEntry[], claimedEntries = entries.length): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const plain = entry.deflate ? deflateRawSync(entry.data) : Buffer.from(entry.data);
    const body = entry.encrypted ? Buffer.concat([Buffer.alloc(12), plain]) : plain;
    const fields = headerFields(entry, body, name);
    const local = Buffer.concat([words("V", [0x04034b50]), fields, words("v", [0]), name, body]);
    parts.push(local);
    const rest = Buffer.concat([words("v", [0, 0, 0, 0]), words("V", [0, offset])]);
    directory.push(Buffer.concat([words("V", [0x02014b50]), words("v", [20]), fields, rest, name]));
    offset += local.length;
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0);
  const end = [
    words("V", [0x06054b50]),
    words("v", [0, 0, claimedEntries, claimedEntries]),
    words("V", [size, offset]),
  ];
  return Buffer.concat([...parts, ...directory, ...end, words("v", [0])]);
}

function headerFields({ data, deflate, encrypted, claimedSize }: ZipEntry, body: Buffer, name: Buffer): Buffer {
  const flags = 0x800 | (encrypted ? 1 : 0);
  return Buffer.concat([
    words("v", [20, flags, deflate ? 8 : 0, 0, 0x21]),
    words("V", [crc32(data), body.length, claimedSize ?? data.length]),
    words("v", [name.length]),
  ]);
}

function words(kind: "v" | "V", values: readonly number[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(kind === "v" ? 2 : 4);
      if (kind === "v") bytes.writeUInt16LE(value);
      else bytes.writeUInt32LE(value);
      return bytes;
    }),
  );
}

/** Returns the bytes of a database that statements create. */
export function createDatabase(...statements: string[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "other-"));
  const file = path.join(folder, "c");
  try {
    const database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DECKS = { "1": { name: "Todo::Español" }, "7": { name: "Filtrado", dyn: 1 } };
const MODELS = {
  "55": {
    name: "Vocabulario",
    type: 0,
    tmpls: [
      {
        name: "Ida",
        ord: 0,
        qfmt: "<div class=q>{{Palabra}}</div>",
        afmt: "{{FrontSide}}<br>{{Sentido}} {{#Nota}}({{Nota}}){{/Nota}}",
      },
    ],
    flds: [
      { ord: 1, name: "Sentido" },
      { ord: 0, name: "Palabra" },
      { ord: 2, name: "Nota" },
    ],
  },
};

/** Creates a collection of four cards: one in a filtered deck, one without its note, one without its note type, and one plain. */
export function createOtherCollection(): Buffer {
  const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  return createDatabase(
    "pragma encoding = 'UTF-16le'",
    "pragma page_size = 1024",
    "pragma journal_mode = wal",
    "create table revlog (type int, time int, factor int, lastIvl int, ivl int, ease int, usn int, cid int, id integer primary key)",
    `create table cards (data text, flags int, odid int, odue int, left int, lapses int, reps int, factor int, ivl int, due int,
      queue int, type int, usn int, mod int, ord int, did int, nid int, id integer primary key)`,
    `create table notes (flags int, data text, csum int, sfld text, flds text, tags text, usn int, mod int, mid int, guid text,
      id integer primary key)`,
    `create table col (tags text, dconf text, decks text, models text, conf text, ls int, usn int, dty int, ver int, scm int,
      mod int, crt int, id integer primary key)`,
    `insert into col (id, crt, ver, conf, models, decks, dconf, tags) values
      (1, 1500000000, 11, '{"nextPos":1}', ${json(MODELS)}, ${json(DECKS)}, '{}', '{}')`,
    `insert into notes (id, guid, mid, tags, flds) values
      (1, 'g1', 55, '', 'ñandú' || char(31) || 'rhea' || char(31) || 'ave'),
      (2, 'g2', 55, 'x', 'uno' || char(31) || 'one' || char(31)),
      (3, 'g3', 99, '', 'sin' || char(31) || 'tipo')`,
    `insert into cards (id, nid, did, ord, type, queue, due, ivl, factor, reps, odue, odid, data) values
      (11, 1, 7, 0, 2, 2, -100, 20, 2450, 5, 900, 1, '{"s":21.5,"d":6.25}'),
      (12, 2, 1, 0, 2, 2, 901, 10, 2600, 3, 0, 0, ''),
      (13, 3, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, ''),
      (14, 4, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, '')`,
    `insert into revlog (id, cid, ease, type, factor, time) values
      (1600000000000, 12, 3, 0, 2500, 1000), (1600000100000, 12, 2, 3, 0, 1000), (1600000200000, 12, 0, 4, 0, 0),
      (1600000300000, 12, 3, 0, 2500, 99999999)`,
  );
}
