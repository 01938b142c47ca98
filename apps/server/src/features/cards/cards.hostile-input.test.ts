// @module-tag hostile
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { isStorable } from "@repasa/contract/texts.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cases } from "#testing/more-cases.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp();
const ana = await app.register();
const folder = (await ana.post<Folder>("/api/folders", { name: "Historia" })).body;
const card = (await ana.post<Card>(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" })).body;

/** Any UTF-16 code units, including lone surrogates, control characters and NUL. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));
const huge = fc.tuple(fc.constantFrom("a", "ñ", "漢", "😀", "\ud800", "\n"), fc.integer({ min: 250, max: 20_010 }));
const text = fc.oneof(
  units,
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("'; drop table cards; --", "\\", "$1", "{}", "null", "\u202e", "\ufeff", "\udc00\ud800"),
  huge.map(([unit, count]) => unit.repeat(count)),
);
const anything = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() });
const id = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1e99",
    "99999999999999999999",
    "9007199254740993",
    "999999999999999",
    "NaN",
    "0x1",
    "1;2",
  ),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.string({ unit: "binary", minLength: 1 }).map((part) => encodeURIComponent(part.toWellFormed())),
  fc.constantFrom("%", "%00", "%ff", "..", "%2e%2e"),
);

/** Returns the text as the database stores it. */
const toStored = (sent: unknown) => (sent as string).trim();
const isUnstorable = (sent: unknown) => typeof sent === "string" && !isStorable(sent.trim());

/** Returns the responses to calls with these texts that are no rejections. A text that the database cannot store is rejected. */
function selectAccepted<Response extends { status: number }>(
  responses: readonly Response[],
  texts: readonly unknown[],
) {
  const possible = texts.some(isUnstorable) ? [400] : [200, 201, 400];
  for (const { status } of responses) expect(possible).toContain(status);
  return responses.filter(({ status }) => status !== 400);
}

it("stores any folder as sent, or rejects it with 400", { timeout: 1200_000 }, async () => {
  let accepted = 0;
  const form = fc.record({ name: anything, description: anything }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(form, async (body) => {
      const responses = [
        await ana.post<Folder>("/api/folders", body),
        await ana.put<Folder>(`/api/folders/${folder.id}`, body),
      ];
      for (const response of selectAccepted(responses, [body.name, body.description])) {
        accepted++;
        const { name, description } = (await ana.get<Folder>(`/api/folders/${response.body.id}`)).body;
        expect(name).toBe(toStored(body.name));
        if (body.description !== undefined) expect(description).toBe(toStored(body.description ?? "") || null);
      }
    }),
    { numRuns: cases(60, 1200) },
  );
  expect(accepted).toBeGreaterThan(20);
  expect((await ana.get("/api/folders")).status).toBe(200);
});

it("stores any card as sent, or rejects it with 400", { timeout: 1200_000 }, async () => {
  let accepted = 0;
  const form = fc.record({ front: anything, back: anything }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(form, async (body) => {
      const responses = [
        await ana.post<Card>(`/api/folders/${folder.id}/cards`, body),
        await ana.put<Card>(`/api/cards/${card.id}`, body),
      ];
      for (const response of selectAccepted(responses, [body.front, body.back])) {
        accepted++;
        expect(response.body).toMatchObject({ front: toStored(body.front), back: toStored(body.back) });
      }
    }),
    { numRuns: cases(60, 1200) },
  );
  expect(accepted).toBeGreaterThan(20);
  expect((await ana.get(`/api/folders/${folder.id}/cards`)).status).toBe(200);
});

it("responds to any body and any id with a status below 500", { timeout: 1200_000 }, async () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      "{",
      "null",
      '"',
      "[]",
      "{}",
      '{"__proto__":{"name":"x"},"name":"x"}',
      '{"constructor":{"prototype":1}}',
    ),
  );
  await fc.assert(
    fc.asyncProperty(id, body, async (anyId, anyBody) => {
      const responses = [
        await ana.post("/api/folders", anyBody),
        await ana.put(`/api/cards/${card.id}`, anyBody),
        await ana.get(`/api/folders/${anyId}`),
        await ana.get(`/api/folders/${anyId}/cards`),
        await ana.get(`/api/folders/${anyId}/stats`),
        await ana.put(`/api/folders/${anyId}`, { name: "x" }),
        await ana.post(`/api/folders/${anyId}/cards`, { front: "a", back: "b" }),
        await ana.put(`/api/cards/${anyId}`, { front: "a", back: "b" }),
      ];
      for (const { status } of responses) expect(status).toBeLessThan(500);
    }),
    { numRuns: cases(40, 960) },
  );
});

it("never lets a batch change other users' cards, and only its user can undo it", { timeout: 1200_000 }, async () => {
  const eva = await app.register();
  const theirs = (await eva.post<Folder>("/api/folders", { name: "Ajena" })).body;
  const foreign = (await eva.post<Card>(`/api/folders/${theirs.id}/cards`, { front: "a", back: "b" })).body;
  const ids = fc.oneof(
    { weight: 3, arbitrary: fc.constant([card.id]) },
    fc.array(fc.oneof(fc.constantFrom(card.id, foreign.id, -1, 0.5, 1e99), fc.jsonValue()), { maxLength: 4 }),
    fc.jsonValue(),
  );
  const body = fc.record(
    {
      cardIds: ids,
      action: fc.oneof(fc.constantFrom("move", "delete", "suspend", "resume", "reset", "tag", "untag"), anything),
      folderId: fc.oneof(fc.constantFrom(folder.id, theirs.id, -1), anything),
      tags: fc.oneof(fc.array(text, { maxLength: 22 }), anything),
    },
    { requiredKeys: ["cardIds", "action"] },
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { status, body: response } = await ana.post<{ batchId: string }>("/api/cards/batch", sent);
      expect([200, 201, 400, 404]).toContain(status);
      if (status < 300) {
        expect(sent.cardIds).not.toContain(foreign.id);
        expect((await eva.post(`/api/batches/${response.batchId}/undo`)).status).toBe(404);
        expect((await ana.post(`/api/batches/${response.batchId}/undo`)).status).toBeLessThan(300);
      }
    }),
    { numRuns: cases(40, 960) },
  );
  expect((await eva.get<Card[]>(`/api/folders/${theirs.id}/cards`)).body).toEqual([foreign]);
});
