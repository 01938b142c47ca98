import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAnkiWriter } from "@repasa/card-files/anki-writing/anki-writer.ts";
import { mp3Sample, pngSample } from "@repasa/card-files/testing/media-samples.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { createOwner, readContents, writeContents } from "#testing/account-contents.ts";
import { anyContents } from "#testing/any-contents.ts";
import { type Collection, download, readCollection, unzip } from "#testing/export-files.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { createAnkiTask, generatePackageJson } from "./exports.package.ts";
import { selectMediaEntries } from "./exports.queries.ts";

const dataDir = path.join(tmpdir(), `repasa-exports-${process.pid}`);
const app = await sharedTestApp({ environment: { DATA_DIR: dataDir } });
await app.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.app.server.address() as AddressInfo;
const { pool } = app.database;

let ana: TestClient;
let folderId: number;
beforeEach(async () => {
  ana = await app.register();
  folderId = (await ana.post<{ id: number }>("/api/folders", { name: "Biología / Células" })).body.id;
});

async function addCard(front: string, back: string, columns: Record<string, unknown> = {}): Promise<number> {
  const { body } = await ana.post<{ id: number }>(`/api/folders/${folderId}/cards`, { front, back });
  for (const [name, value] of Object.entries(columns)) {
    await pool.query(`update cards set ${name} = $1 where id = $2`, [value, body.id]);
  }
  return body.id;
}

type Package = { entries: Map<string, Buffer>; collection: Collection; media: Record<string, string>; json: string };

async function exportPackage(client = ana, url = `folders/${folderId}/export?format=apkg`): Promise<Package> {
  const { status, body } = await download(app, client, url, { "x-time-zone": "Europe/Madrid" });
  expect(status).toBe(200);
  const entries = await unzip(body);
  const read = (name: string) => entries.get(name) as Buffer;
  return {
    entries,
    collection: readCollection(read("collection.anki21")),
    media: JSON.parse(read("media").toString()),
    json: read("repasa.json").toString(),
  };
}

/** Writes the collection as `exportPackage` does, but without a server, a zip and a thread. */
async function writeCollection(owner: OwnerId, folderId: number | null): Promise<Pick<Package, "collection" | "json">> {
  const ctx = testContext(app.database);
  const scope = { owner, folderId };
  const moment = momentAt(app.clock.now(), { timeZone: "Europe/Madrid", dayStartHour: 4 });
  const media = await selectMediaEntries(ctx.db, scope);
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-test-"));
  try {
    const collection = createAnkiWriter(await createAnkiTask(ctx, scope, moment, media, folder));
    for await (const piece of generatePackageJson(ctx, scope, moment, media)) collection.write(piece);
    collection.end();
    const json = await readFile(path.join(folder, "repasa.json"), "utf8");
    return { collection: readCollection(await readFile(path.join(folder, "collection.anki21"))), json };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const writeAnasCollection = () => writeCollection(ana.userId as OwnerId, folderId);
const listTempFolders = () => readdir(path.join(dataDir, "exports")).catch(() => []);
const listFields = ({ notes }: Collection) => notes.map(({ flds }) => String(flds).split("\u001f"));

describe("a package for Anki", () => {
  it("contains a folder as a deck", async () => {
    await addCard("Célula", "Unidad", { tags: ["tema 1", "bio"] });
    const { entries, collection, json } = await exportPackage();
    const { notes, cards, col } = collection;
    expect([...entries.keys()]).toEqual(["collection.anki21", "collection.anki2", "repasa.json", "media"]);
    expect(entries.get("collection.anki2")?.equals(entries.get("collection.anki21") as Buffer)).toBe(true);
    expect(col).toMatchObject({ id: 1, ver: 11, ls: 0 });
    const decks = Object.values(JSON.parse(String(col.decks))) as { id: number; name: string }[];
    expect(decks.map(({ name }) => name).sort()).toEqual(["Biología", "Biología::Células", "Default"]);
    const models = JSON.parse(String(col.models));
    const model = models[String(notes[0]?.mid)];
    expect(model).toMatchObject({ name: "Repasa: básica", type: 0 });
    expect(notes[0]).toMatchObject({ flds: "Célula\u001fUnidad", sfld: "Célula", tags: " tema_1 bio ", usn: -1 });
    // The first 8 hex digits of the sha1 of "Célula".
    expect(notes[0]?.csum).toBe(0x1aeadff4);
    expect(cards[0]).toMatchObject({ nid: notes[0]?.id, ord: 0, type: 0, queue: 0, due: 1, ivl: 0, reps: 0, data: "" });
    expect(cards[0]?.did).toBe(decks.find(({ name }) => name === "Biología::Células")?.id);
    await expect.poll(listTempFolders).toEqual([]);
    expect(JSON.parse(json)).toMatchObject({ format: "repasa", scope: "folder", cards: [{ front: "Célula" }] });
  });

  it("contains schedules, and reviews that were not undone", async () => {
    const id = await addCard("Célula", "Unidad");
    await ana.post(`/api/cards/${id}/review`, { difficulty: "hard", answerResult: "incorrect", durationMs: 4200 });
    app.clock.advance(3 * 86_400_000);
    await ana.post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
    const { body } = await ana.post<{ reviewId: string }>(`/api/cards/${id}/review`, { difficulty: "easy" });
    await ana.delete(`/api/cards/${id}/reviews/${body.reviewId}`);
    await pool.query("update cards set suspended = true where id = $1", [id]);
    const { rows } = await pool.query("select * from cards where id = $1", [id]);
    const { cards, revlog, col } = (await writeAnasCollection()).collection;
    const [card] = cards;
    expect(card).toMatchObject({ type: 2, queue: -1, ivl: rows[0].interval, reps: 2, lapses: 0, factor: 2500 });
    const figures = JSON.parse(String(card?.data));
    expect(figures.s).toBeCloseTo(rows[0].stability, 3);
    expect(figures.d).toBeCloseTo(rows[0].memory_difficulty, 2);
    expect(figures).toMatchObject({ dr: 0.9, lrt: Math.floor(app.clock.now().getTime() / 1000) });
    // `crt` is the start of a day, which begins at four o'clock in Madrid.
    const due = new Date((Number(col.crt) + Number(card?.due) * 86_400) * 1000);
    expect(due.toISOString()).toBe(
      `${rows[0].next_review_date}T03:00:00.000Z`.replace("T03", formatDueHour(rows[0].next_review_date)),
    );
    expect(revlog.map(({ cid, ease, type, time }) => ({ cid, ease, type, time }))).toEqual([
      { cid: card?.id, ease: 1, type: 0, time: 4200 },
      { cid: card?.id, ease: 3, type: 1, time: 0 },
    ]);
    expect(revlog[1]?.id).toBe(app.clock.now().getTime());
  });

  it("combines siblings into one note", async () => {
    const [pair, gaps] = ["6f3c2a52-1d9f-4c41-9f0a-000000000001", "6f3c2a52-1d9f-4c41-9f0a-000000000002"];
    await addCard("perro", "dog", { group_id: pair });
    await addCard("dog", "perro", { group_id: pair, variant: "reverse" });
    const text = "{{c1::Roma}} y {{c3::$\\frac{a}{b}$::fracción}} **no**";
    for (const variant of ["c1", "c3"]) await addCard(text, "extra", { group_id: gaps, variant, format: "markdown" });
    await addCard("{{c1::texto}}", "<b>&</b>");
    const { collection } = await writeAnasCollection();
    expect(listFields(collection)).toEqual([
      ["perro", "dog"],
      ["<p>{{c1::Roma}} y {{c3::\\(\\frac{a}{b}\\)::fracción}} <strong>no</strong></p>", "<p>extra</p>"],
      ["{{c1::texto}}", "&lt;b&gt;&amp;&lt;/b&gt;"],
    ]);
    const models = JSON.parse(String(collection.col.models));
    expect(collection.notes.map(({ mid }) => models[String(mid)].name)).toEqual([
      "Repasa: con reverso",
      "Repasa: huecos",
      "Repasa: básica",
    ]);
    const orders = collection.notes.map(({ id }) =>
      collection.cards.filter(({ nid }) => nid === id).map(({ ord }) => ord),
    );
    expect(orders).toEqual([[0, 1], [0, 2], [0]]);
  });

  it("contains images and sounds", async () => {
    const [image, sound] = [pngSample(), mp3Sample()];
    const [imageId, soundId] = await Promise.all(
      [image, sound].map(async (data) => (await uploadMedia(app, ana, data)).body.id),
    );
    const missing = "0".repeat(64);
    const id = await addCard(`![hoja](media:${imageId}) ![](media:${soundId}) ![perdida](media:${missing})`, "b", {
      format: "markdown",
    });
    for (const mediaId of [imageId, soundId]) {
      await pool.query("insert into card_media values ($1, $2, $3) on conflict do nothing", [ana.userId, id, mediaId]);
    }
    const { entries, media, collection, json } = await exportPackage();
    expect(listFields(collection)[0]?.[0]).toBe(
      `<p><img src="${imageId}.png" alt="hoja"> [sound:${soundId}.mp3] perdida</p>`,
    );
    const bytes = Object.fromEntries(Object.entries(media).map(([number, name]) => [name, entries.get(number)]));
    expect(bytes).toEqual({ [`${imageId}.png`]: image, [`${soundId}.mp3`]: sound });
    for (const record of JSON.parse(json).media) expect(media[record.file]).toMatch(record.id);
  });

  it("gives each note a guid of its own, which is the same in every export", async () => {
    await addCard("a", "b", { note_guid: "Jq8/x{P0mE", note_template: 0 });
    await addCard("c", "d", { note_guid: "Jq8/x{P0mE", note_template: 0 });
    await addCard("e", "f", { note_guid: "Jq8/x{P0mE", note_template: 1 });
    await addCard("g", "h");
    const guids = async () => (await writeAnasCollection()).collection.notes.map(({ guid }) => guid);
    const first = await guids();
    expect(first[0]).toBe("Jq8/x{P0mE");
    expect(new Set(first).size).toBe(4);
    await addCard("i", "j");
    expect((await guids()).slice(0, 4)).toEqual(first);
  });

  it("contains each card once, each review that was not undone, and the JSON, for any account", async () => {
    await fc.assert(
      fc.asyncProperty(anyContents, async (contents) => {
        const owner = await createOwner(pool);
        await writeContents(pool, owner, contents);
        const { cards } = await readContents(pool, owner);
        const { collection, json } = await writeCollection(owner, null);
        const inEffect = cards.flatMap(({ reviews }) => reviews.filter(({ undone_at }) => undone_at === null));
        expect(collection.cards).toHaveLength(cards.length);
        expect(collection.revlog).toHaveLength(inEffect.length);
        expect(collection.cards.filter(({ queue }) => queue === -1)).toHaveLength(
          cards.filter(({ suspended }) => suspended).length,
        );
        expect(new Set(collection.cards.map(({ nid, ord }) => `${nid} ${ord}`)).size).toBe(cards.length);
        const notes = new Set(collection.notes.map(({ id }) => id));
        for (const { nid } of collection.cards) expect(notes.has(nid as number)).toBe(true);
        expect(JSON.parse(json).cards).toHaveLength(cards.length);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a client that disconnects", () => {
  it.each(["apkg", "json", "csv", "excel"])(
    "leaves no temporary files, and frees its turn, during a download of %s",
    async (format) => {
      await pool.query(
        `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
      select $1, $2, 'pregunta ' || n, repeat(md5(n::text), 20), now(), now() from generate_series(1, 3000) as n`,
        [ana.userId, folderId],
      );
      for (const [wait, hasStarted] of [
        [0, false],
        [120, false],
        [0, true],
      ] as const) {
        const options = {
          port,
          path: `/api/folders/${folderId}/export?format=${format}`,
          headers: { cookie: ana.cookie(), "accept-encoding": "br" },
        };
        const call = request(options).end();
        call.on("error", () => {});
        if (hasStarted) await once(call, "response");
        await new Promise((resolve) => setTimeout(resolve, wait));
        call.destroy();
      }
      await expect.poll(listTempFolders).toEqual([]);
      // A new download succeeds, so the account's turns have ended, too.
      const again = async () => (await download(app, ana, "account/export?format=csv")).status;
      await expect.poll(again).toBe(200);
      expect(pool.waitingCount).toBe(0);
    },
  );
});

it("runs one download of an account at a time, lets two wait, and rejects further ones with 429", async () => {
  const downloads = [1, 2, 3, 4].map(() => download(app, ana, "account/export?format=apkg"));
  const responses = await Promise.all(downloads);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
  const refused = responses.find(({ status }) => status === 429);
  expect(JSON.parse(String(refused?.body))).toEqual({
    code: "rate_limited",
    message: "Ya se está descargando otro archivo. Espera a que termine.",
  });
  expect((await download(app, ana, "account/export?format=csv")).status).toBe(200);
});

it("responds with 404 to unknown folders, 400 to unknown formats, and 401 without a session", async () => {
  const eva = await app.register();
  expect((await download(app, eva, `folders/${folderId}/export`)).status).toBe(404);
  expect((await download(app, eva, "folders/x/export")).status).toBe(404);
  expect((await download(app, eva, "account/export?format=pdf")).status).toBe(400);
  expect((await download(app, app.visitor(), "account/export")).status).toBe(401);
});

it("responds to HEAD without creating the file", async () => {
  const url = `/api/folders/${folderId}/export?format=apkg`;
  const response = await app.app.inject({ method: "HEAD", url, headers: { cookie: ana.cookie() } });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-disposition"]).toContain("Repasa%20-%20Biolog%C3%ADa%20C%C3%A9lulas.apkg");
  expect(await listTempFolders()).toEqual([]);
});

/** Returns the hour of four o'clock in Madrid in UTC, such as `T03`. */
function formatDueHour(date: string): string {
  return Temporal.PlainDateTime.from(`${date}T04:00`)
    .toZonedDateTime("Europe/Madrid")
    .toInstant()
    .toString()
    .slice(10, 13);
}
