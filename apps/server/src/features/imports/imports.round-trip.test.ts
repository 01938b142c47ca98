import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openCardFile } from "@repasa/card-files/open-card-file.ts";
import type { ExportFormat } from "@repasa/contract/exports.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportAccount } from "#features/exports/exports.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { createOwner, readContents, writeContents } from "#testing/account-contents.ts";
import { anyContents, type Contents, combineContents } from "#testing/any-contents.ts";
import { importMaterial } from "#testing/import-world.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";

const app = await sharedTestApp({ now: "2026-09-01T12:00:00Z" });
const { pool } = app.database;
const ctx = testContext(app.database);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "repasa-round-trip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeExport(owner: OwnerId, format: ExportFormat): Promise<string> {
  const moment = momentAt(app.clock.now(), { timeZone: "Europe/Madrid", dayStartHour: 4 });
  const { body } = await exportAccount(ctx, owner, moment, format);
  const file = path.join(folder, randomUUID());
  await writeFile(file, await buffer(Readable.from(body)));
  return file;
}

async function exportAndImport(contents: Contents, format: ExportFormat) {
  const [from, to] = [await createOwner(pool), await createOwner(pool)];
  await writeContents(pool, from, contents);
  const source = { path: await writeExport(from, format), fileName: `repasa.${format}` };
  const options = { tempFolder: folder, now: app.clock.now().getTime(), timeZone: "UTC" };
  const material = await openCardFile(source, options);
  try {
    // The contents may include a card twice, and then so must the copy.
    await importMaterial(app, { userId: to } as TestClient & { userId: OwnerId }, material, {
      options: { duplicates: "add" },
    });
  } finally {
    await material.close();
    await rm(source.path);
  }
  return { before: await readContents(pool, from), after: await readContents(pool, to) };
}

// Packages contain the same JSON, but each starts a thread, which takes longer than many cards; so fewer packages are tested.
it.each<[ExportFormat, { contents: number; each: number }]>([
  ["json", { contents: runs(80, 400), each: 20 }],
  ["apkg", { contents: 50, each: 50 }],
])(
  "an export as %s recreates the same cards, groups, schedules and reviews in a new account",
  async (format, { contents: count, each }) => {
    const contents = fc.array(anyContents, { minLength: each, maxLength: each }).map(combineContents);
    await fc.assert(
      fc.asyncProperty(contents, async (all) => {
        const { before, after } = await exportAndImport(all, format);
        expect(after).toEqual(before);
      }),
      { numRuns: count / each, endOnFailure: true },
    );
  },
  60_000,
);
