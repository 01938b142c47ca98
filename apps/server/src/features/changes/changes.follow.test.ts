// Random changes through the API: a device that follows the feed in small pages must hold what the read calls return.

import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { follow, readCopy } from "#testing/follower.ts";
import { cardWith, importMaterial, materialOf, noteWith, reviewsOn } from "#testing/import-world.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const app = await sharedTestApp({ now: NOW });

/** The thing that a random change refers to, by a number that is reduced to the length of a list. */
type World = {
  client: TestClient;
  batches: string[];
  reviews: { card: number; reviewId: string }[];
  imports: string[];
};

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

async function listCards({ client }: World, n: number): Promise<Card[]> {
  const folder = pick((await client.get<Folder[]>("/api/folders")).body, n);
  return folder ? (await client.get<Card[]>(`/api/folders/${folder.id}/cards`)).body : [];
}

type Operation = (world: World, a: number, b: number) => Promise<unknown>;

const operations: Record<string, Operation> = {
  createFolder: ({ client }, a) => client.post("/api/folders", { name: `carpeta ${a}` }),
  renameFolder: async ({ client }, a, b) => {
    const folder = pick((await client.get<Folder[]>("/api/folders")).body, a);
    const base = { name: b % 3 === 0 ? `n${b}` : folder?.name };
    if (folder) await client.put(`/api/folders/${folder.id}`, { name: `n${b}`, description: `d${a}`, base });
  },
  deleteFolder: async ({ client }, a) => {
    const folders = (await client.get<Folder[]>("/api/folders")).body;
    if (folders.length > 2) await client.delete(`/api/folders/${pick(folders, a)?.id}`);
  },
  addFromStore: ({ client }) => client.post("/api/store/folders/capitales-de-europa"),
  createCard: async ({ client }, a, b) => {
    const folder = pick((await client.get<Folder[]>("/api/folders")).body, a);
    const texts = pick(
      [
        { front: `f${b}`, back: "b" },
        { front: `f${b}`, back: "b", reverse: true },
        { front: `{{c1::a${b}}} {{c2::b}}`, back: "", format: "markdown" },
      ],
      b,
    );
    if (folder) await client.post(`/api/folders/${folder.id}/cards`, texts);
  },
  editCard: async (world, a, b) => {
    const card = pick(await listCards(world, a), b);
    if (!card) return;
    const { front, back, tags } = card;
    const texts = pick(
      [
        { front, back, tags: [`t${a}`] },
        { front: `{{c3::x}} ${front}`, back },
        { front: `e${b}`, back },
      ],
      a,
    );
    await world.client.put(`/api/cards/${card.id}`, { ...texts, ...(a % 2 === 0 && { base: { front, back, tags } }) });
    if (b % 3 === 0) await world.client.put(`/api/cards/${card.id}`, { front, back, suspended: !card.suspended });
  },
  restoreVersion: async (world, a, b) => {
    const card = pick(await listCards(world, a), b);
    if (!card) return;
    const path = `/api/cards/${card.id}/versions`;
    const version = pick((await world.client.get<{ versions: { versionId: number }[] }>(path)).body.versions, b);
    if (version) await world.client.post(`${path}/${version.versionId}/restore`);
  },
  deleteCard: async (world, a, b) => {
    const card = pick(await listCards(world, a), b);
    if (card) await world.client.delete(`/api/cards/${card.id}`);
  },
  rate: async (world, a, b) => {
    const card = pick(await listCards(world, a), b);
    if (!card) return;
    const reviewId = crypto.randomUUID();
    const difficulty = pick(["easy", "medium", "hard"], a);
    await world.client.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct", reviewId });
    world.reviews.push({ card: card.id, reviewId });
  },
  undoReview: async (world) => {
    const last = world.reviews.pop();
    if (last) await world.client.delete(`/api/cards/${last.card}/reviews/${last.reviewId}`);
  },
  batch: async (world, a, b) => {
    const cards = (await listCards(world, a)).slice(0, 4);
    const folder = pick((await world.client.get<Folder[]>("/api/folders")).body, b);
    const actions = ["move", "delete", "suspend", "resume", "reset", "tag", "untag", "replace"];
    const body = {
      cardIds: cards.map(({ id }) => id),
      action: pick(actions, b),
      folderId: folder?.id,
      tags: ["t1"],
      find: "f",
      replacement: "g",
    };
    const response = await world.client.post<{ batchId: string }>("/api/cards/batch", body);
    if (response.status === 200) world.batches.push(response.body.batchId);
  },
  undoBatch: async ({ client, batches }) => {
    const batch = batches.pop();
    if (batch) await client.post(`/api/batches/${batch}/undo`);
  },
  saveExam: async ({ client }, a, b) => {
    const folders = (await client.get<Folder[]>("/api/folders")).body;
    const exam = pick((await client.get<Exam[]>("/api/exams")).body, a);
    const body = {
      name: `e${b}`,
      date: `2026-03-${12 + (b % 15)}`,
      folderIds: folders.slice(a % 3).map(({ id }) => id),
    };
    if (exam && a % 2 === 0) await client.put(`/api/exams/${exam.id}`, body);
    else await client.post("/api/exams", body);
  },
  deleteExam: async ({ client }, a) => {
    const exam = pick((await client.get<Exam[]>("/api/exams")).body, a);
    if (exam) await client.delete(`/api/exams/${exam.id}`);
  },
  setPreferences: ({ client }, a, b) =>
    client.put("/api/user/preferences", pick([{ theme: "dark" }, { newCardsPerDay: b }, { reminder: a % 2 === 0 }], a)),
  answerOffer: ({ client }, a) => client.post("/api/reminders/offer", { accept: a % 2 === 0 }),
  catchUp: ({ client }, a) =>
    a % 2 === 0 ? client.post("/api/user/catch-up", { days: 3 }) : client.delete("/api/user/catch-up"),
  import: async (world, a, b) => {
    const reviews = b % 2 === 0 ? reviewsOn({ "2026-02-20": 3, "2026-02-27": 4 }) : [];
    const cards = [1, 2].map((n) =>
      cardWith({ front: `f${n}`, back: `nuevo ${a}`, note: noteWith(`guid ${(a + n) % 4}`), reviews }),
    );
    const options = { duplicates: "update", ...(a % 3 === 0 && { retention: 0.85 }) } as const;
    world.imports.push((await importMaterial(app, world.client, materialOf(cards), { options })).id);
  },
  undoImport: async (world) => {
    const id = world.imports.pop();
    if (id === undefined) return;
    await world.client.post(`/api/imports/${id}/undo`);
    await app.runJobs("imports.undo");
  },
  wait: async (_world, a) => app.clock.advance((a % 30) * 3_600_000),
};

const step = fc.record({
  name: fc.constantFrom(...Object.keys(operations)),
  a: fc.nat(50),
  b: fc.nat(50),
});

it("a device that follows the feed holds what the read calls return, whatever has changed", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 25, maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      async (steps, limit) => {
        app.clock.set(NOW);
        const client = await app.register();
        const world: World = { client, batches: [], reviews: [], imports: [] };
        const device = follow(client);
        for (const n of [1, 2, 3]) await operations.createFolder?.(world, n, n);
        for (const n of [0, 1, 2, 3, 4, 5]) await operations.createCard?.(world, n, n);
        for (const { name, a, b } of steps) {
          await operations[name]?.(world, a, b);
          if (b % 4 === 0) await device.readPage(limit);
        }
        await device.catchUp(limit);
        expect(device.copy).toEqual(await readCopy(client));
        expect(device.resets).toBe(0);
      },
    ),
    { numRuns: runs(2, 24) },
  );
});
