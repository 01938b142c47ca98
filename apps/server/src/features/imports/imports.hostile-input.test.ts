// @module-tag hostile
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sendMaterial } from "#testing/import-form.ts";
import { cases } from "#testing/more-cases.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp();
const ana = await app.register();
const other = await app.register();
const theirs = (await other.post<Folder>("/api/folders", { name: "Ajena" })).body;

const number = fc.oneof(
  fc.constantFrom(-1, 0.5, 2, 99, 1e9, 2 ** 53, 1e308),
  fc.constantFrom<unknown>(null, "0", [], {}, Number.NaN),
);
const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\ud800", "\0", "a".repeat(5000)),
);
const columns = fc.record({ front: number, back: number, tags: number, folder: number }, { requiredKeys: [] });
const options = fc.oneof(
  anything,
  fc.record(
    {
      folderId: fc.oneof(fc.constant(theirs.id), number, anything),
      duplicates: fc.constantFrom("skip", "update", "replace"),
      history: fc.oneof(fc.boolean(), anything),
      media: fc.oneof(fc.boolean(), anything),
      separator: fc.oneof(fc.constantFrom("", "\0", "\ud800", "\n", "\\"), anything),
      header: fc.oneof(fc.boolean(), anything),
      columns: fc.oneof(columns, anything),
    },
    { requiredKeys: ["folderId"] },
  ),
);

it("responds to any options with 202, 400 or 404, and leaves a rejected import ready", {
  timeout: 1200_000,
}, async () => {
  const { id } = await sendMaterial(app, ana, { text: "uno\tone\ndos\ttwo" });
  const read = async () => (await ana.get<CardImport>(`/api/imports/${id}`)).body;
  await fc.assert(
    fc.asyncProperty(options, async (body) => {
      const { status } = await ana.post(`/api/imports/${id}/start`, { options: body });
      expect([202, 400, 404]).toContain(status);
      expect([400, 404]).toContain((await other.post(`/api/imports/${id}/start`, { options: body })).status);
      if (status !== 202) expect((await read()).status).toBe("ready");
      // Some options are valid, so the import has started and is reset.
      else await app.database.pool.query("UPDATE imports SET status = 'ready', options = NULL WHERE id = $1", [id]);
    }),
    { numRuns: cases(50, 960) },
  );
  expect((await ana.post(`/api/imports/${id}/start`, { options: {} })).status).toBe(202);
  await app.runJobs("imports.write");
  expect(await read()).toMatchObject({ status: "done", result: { cards: 2 } });
});
