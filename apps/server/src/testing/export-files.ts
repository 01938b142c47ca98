// Reads exported files with other libraries than those that the export uses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { fromBuffer } from "yauzl";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Downloads an export; `url` is its address below `/api`. */
export async function download(
  { app }: TestApp,
  client: TestClient,
  url: string,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({ url: `/api/${url}`, headers: { cookie: client.cookie(), ...headers } });
  return { status: response.statusCode, headers: response.headers, body: response.rawPayload };
}

/** Returns the entries of a zip archive, by name. */
export async function unzip(data: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, { lazyEntries: true; autoClose: false }, import("yauzl").ZipFile>(fromBuffer)(
    data,
    {
      lazyEntries: true,
      autoClose: false,
    },
  );
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject).on("end", resolve);
    zip.on("entry", (entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return files;
}

type Rows = Record<string, string | number>[];

export type Collection = { notes: Rows; cards: Rows; revlog: Rows; col: Record<string, string | number> };

/** Reads the tables of a collection, each ordered by id. */
export function readCollection(data: Buffer): Collection {
  const folder = mkdtempSync(path.join(tmpdir(), "repasa-test-"));
  try {
    const file = path.join(folder, "collection");
    writeFileSync(file, data);
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = (table: string) => database.prepare(`select * from ${table} order by id`).all() as Rows;
    const [check] = database.prepare("pragma integrity_check").all();
    if (check?.integrity_check !== "ok") throw new Error(`the collection is damaged: ${JSON.stringify(check)}`);
    const collection = {
      notes: rows("notes"),
      cards: rows("cards"),
      revlog: rows("revlog"),
      col: rows("col")[0] ?? {},
    };
    database.close();
    return collection;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
