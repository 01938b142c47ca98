// Takes an account's cards to Anki and back: an exported collection is changed with SQL, as Anki itself writes it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createAnkiWriter } from "@repasa/card-files/anki-writing/anki-writer.ts";
import { openCardFile } from "@repasa/card-files/open-card-file.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import { createAnkiTask, generatePackageJson } from "#features/exports/exports.package.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { importMaterial } from "#testing/import-world.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const TIME_ZONE = "UTC";

/** Exports the whole account, and returns the bytes of the collection. */
export async function exportCollection(app: TestApp, { userId }: TestClient): Promise<Uint8Array> {
  return inFolder(async (folder) => {
    const scope = { owner: userId as OwnerId, folderId: null };
    const moment = momentAt(app.clock.now(), { timeZone: TIME_ZONE, dayStartHour: 4 });
    const ctx = testContext(app.database);
    const collection = createAnkiWriter(await createAnkiTask(ctx, scope, moment, [], folder));
    for await (const piece of generatePackageJson(ctx, scope, moment, [])) collection.write(piece);
    collection.end();
    return readFile(path.join(folder, "collection.anki21"));
  });
}

/** Applies a change to a copy of the collection, and returns its bytes. */
export async function changeCollection(
  data: Uint8Array,
  change: (database: DatabaseSync) => void,
): Promise<Uint8Array> {
  return inFolder(async (folder) => {
    const file = path.join(folder, "collection");
    await writeFile(file, data);
    const database = new DatabaseSync(file);
    change(database);
    database.close();
    return readFile(file);
  });
}

/** Imports a collection into the account, after settling the account's past days. */
export async function importCollection(
  app: TestApp,
  client: TestClient,
  data: Uint8Array,
  options: ImportOptions = {},
) {
  return inFolder(async (folder) => {
    const file = path.join(folder, "sent");
    await writeFile(file, data);
    const tempFolder = path.join(folder, "unpacked");
    await mkdir(tempFolder);
    const source = { path: file, fileName: "collection.anki2" };
    const material = await openCardFile(source, { tempFolder, now: app.clock.now().getTime(), timeZone: TIME_ZONE });
    try {
      await client.get("/api/user/stats");
      return await importMaterial(app, client, material, { options, timeZone: TIME_ZONE });
    } finally {
      await material.close();
    }
  });
}

/** Reviews a card as Anki does: adds a row to the log and updates the card. */
export function reviewInAnki(database: DatabaseSync, cardId: number, at: Date, ease: 1 | 2 | 3 | 4): void {
  database
    .prepare("insert into revlog values (?, ?, -1, ?, 10, 5, 500, 7000, 1)")
    .run(freeId(database, at.getTime()), cardId, ease);
  database
    .prepare("update cards set type = 2, queue = 2, ivl = 10, reps = reps + 1, mod = ?, usn = -1 where id = ?")
    .run(Math.floor(at.getTime() / 1000), cardId);
}

function freeId(database: DatabaseSync, wanted: number): number {
  let id = wanted;
  while (database.prepare("select 1 from revlog where id = ?").get(id)) id++;
  return id;
}

/** Returns the id of the card with a given number of the note whose fields contain a text. */
export function cardInAnki(database: DatabaseSync, text: string, ord = 0): number {
  const row = database
    .prepare("select cards.id from cards join notes on notes.id = nid where instr(flds, ?) > 0 and ord = ?")
    .get(text, ord);
  if (!row) throw new Error(`no card ${ord} of a note with ${text}`);
  return Number(row.id);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-trip-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
