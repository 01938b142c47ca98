// @module-tag hostile
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openArchive } from "#archives/archive.ts";
import { BASIC, createAnkiCollection, createAnkiPackage, zipFiles } from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { createDatabase, createOtherCollection, createRawZip } from "#testing/other-anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { catchRefusal } from "#testing/refusals.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-"));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (data: Uint8Array | string, fileName = "mazo.apkg") =>
  readMaterial(folder, data, fileName, Date.UTC(2026, 0));

async function refuse(data: Uint8Array | string, fileName?: string) {
  const { code } = await catchRefusal(read(data, fileName));
  expect(await readdir(folder)).toEqual(["file"]);
  return code;
}

const sample = () =>
  createAnkiCollection({
    types: [BASIC],
    notes: [{ id: 1, type: 1, fields: ["a", '<img src="x.png">b'] }],
    cards: [{ id: 1, note: 1 }],
  });

describe("openCardFile refuses a file without cards:", () => {
  test.each([
    ["nothing", "", "empty"],
    ["white space", " \n ", "empty"],
    ["an image", pngSample(), "unknown_format"],
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "unknown_format"],
    [
      "a drawing with a script",
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      "unknown_format",
    ],
    ["a page", "<!doctype html><html><body>hola</body></html>", "unknown_format"],
    ["JSON of another program", '{"cards":[{"front":"a"}]}', "unknown_format"],
    ["zero bytes", Buffer.alloc(500), "unknown_format"],
    ["the beginning of an archive", Buffer.from("PK\x03\x04 y nada"), "damaged"],
  ])("%s", async (_name, data, code) => {
    expect(await refuse(data)).toBe(code);
  });

  test("an archive of another program", async () => {
    expect(
      await refuse(await zipFiles({ "[Content_Types].xml": Buffer.from("<x/>"), "xl/workbook.xml": Buffer.from("") })),
    ).toBe("unknown_format");
    expect(await refuse(await zipFiles({ "fotos/a.png": pngSample() }))).toBe("unknown_format");
  });
});

describe("openCardFile with a hostile package", () => {
  test("refuses a package that is cut short", async () => {
    const whole = await createAnkiPackage("anki21", sample());
    for (const share of [0.2, 0.6, 0.95]) expect(await refuse(whole.subarray(0, whole.length * share))).toBe("damaged");
  });

  test("refuses a package with a password", async () => {
    expect(await refuse(createRawZip([{ name: "collection.anki2", data: sample(), encrypted: true }]))).toBe(
      "encrypted",
    );
  });

  test("refuses a package with more files than any collection has", async () => {
    expect(await refuse(createRawZip([{ name: "collection.anki2", data: sample() }], 65_000))).toBe("too_many_files");
  });

  test("writes no file to a path that the package names", async () => {
    const outside = path.join(folder, "..", "outside.txt");
    const names = ["../outside.txt", "/etc/outside", "a\\..\\b", "C:\\x"];
    const evil = names.map((name) => ({ name, data: Buffer.from("x") }));
    const media = { name: "media", data: Buffer.from(JSON.stringify({ "../outside.txt": "x.png", "9": "y.png" })) };
    const { cards, losses } = await read(createRawZip([...evil, media, { name: "collection.anki2", data: sample() }]));
    expect(cards).toHaveLength(1);
    expect(losses).toMatchObject([{ key: "unsupportedMedia" }]);
    await expect(stat(outside)).rejects.toThrow();
  });

  test("refuses a package that states false sizes", async () => {
    const zeros = Buffer.alloc(3_000_000);
    const small = { name: "collection.anki2", data: zeros, deflate: true, claimedSize: 100 };
    expect(await refuse(createRawZip([small]))).toBe("damaged");
    expect(await refuse(createRawZip([{ ...small, claimedSize: 0xf0000000 }]))).toBe("too_large");
  });

  test("stops unpacking at the limit", async () => {
    const file = path.join(folder, "file");
    const bomb = zstdCompressSync(Buffer.alloc(30_000_000));
    await writeFile(file, createRawZip([{ name: "0", data: bomb }]));
    const archive = await openArchive(file);
    await expect(archive.extract("0", path.join(folder, "out"), 1_000_000)).rejects.toMatchObject({
      code: "too_large",
    });
    expect((await stat(path.join(folder, "out"))).size).toBeLessThan(1_100_000);
    expect(await archive.read("0", 1_000_000)).toBeNull();
    archive.close();
  });

  test("refuses a damaged database", async () => {
    const apkg = (data: Uint8Array) => createRawZip([{ name: "collection.anki2", data }]);
    const good = Buffer.from(sample());
    expect(await refuse(apkg(good.subarray(0, 9000)))).toBe("damaged");
    expect(await refuse(apkg(Buffer.from("no es SQLite")))).toBe("damaged");
    expect(await refuse(apkg(Buffer.concat([good.subarray(0, 200), Buffer.alloc(good.length - 200, 7)])))).toBe(
      "damaged",
    );
    expect(await refuse(apkg(createDatabase("create table x (y)")))).toBe("damaged");
  });

  test("limits numbers to possible dates and counts", async () => {
    const note = { id: 1, type: 1, fields: ["a", "b"] };
    const lies = { type: 2, queue: 2, ivl: 1e300, factor: 1e300, reps: 1e300, data: '{"s":1e308,"d":5}' };
    const conf = { creationOffset: 1e15, rollover: 1e99 };
    for (const [created, due] of [
      [9e15, 1e300],
      [-9e15, -1e300],
      [1_600_000_000, 1e300],
    ] as const) {
      const cards = [{ id: 1, note: 1, ...lies, due }];
      const { cards: found } = await read(
        createAnkiCollection({ types: [BASIC], created, conf, notes: [note], cards }),
      );
      const [schedule] = found.map((card) => card.schedule);
      expect(schedule).toMatchObject({ interval: 36_500, stability: 36_500, reviewCount: 1_000_000, ease: 100 });
      const when = schedule?.due as { date: string };
      expect(when.date).toMatch(/^(?:1[6-9]|20)\d\d-\d\d-\d\d$/);
    }
  });

  test("refuses a database with a value that is too large for memory", async () => {
    const notes = [{ id: 1, type: 1, fields: ["a", "b"], guid: "x".repeat(17_000_000) }];
    expect(await refuse(createAnkiCollection({ types: [BASIC], notes, cards: [{ id: 1, note: 1 }] }))).toBe("damaged");
  });

  test("refuses views, virtual tables and computed columns in place of tables", async () => {
    const tables = ["create table col (crt, models, decks, conf)", "create table notes (id, guid, mid, tags, flds)"];
    const cards = "id, nid, did, ord, type, queue, due, ivl, factor, reps, odue, odid, flags, data";
    const apkg = (...more: string[]) =>
      createRawZip([{ name: "collection.anki2", data: createDatabase(...tables, ...more) }]);
    const endless = "with recursive n(x) as (select 1 union all select x + 1 from n) select";
    expect(await refuse(apkg(`create view cards as ${endless} ${cards.replace(/\w+/g, "x as $&")} from n`))).toBe(
      "damaged",
    );
    expect(await refuse(apkg(`create virtual table cards using fts5(${cards})`))).toBe("damaged");
    expect(await refuse(apkg(`create table cards (${cards}, more as (zeroblob(900000000)))`))).toBe("damaged");
  });

  test("reports media that are of an unknown type, too large or missing", async () => {
    const fields = ["pregunta", "<img src=a.png><img src=b.png><img src=c.png>texto"];
    const database = createAnkiCollection({
      types: [BASIC],
      notes: [{ id: 1, type: 1, fields }],
      cards: [{ id: 1, note: 1 }],
    });
    const media = { "a.png": Buffer.from("no es imagen"), "b.png": Buffer.alloc(5 * 1024 * 1024 + 1) };
    const { cards, losses } = await read(await createAnkiPackage("anki21b", database, media));
    expect(cards).toMatchObject([{ back: "texto" }]);
    expect(losses.map(({ count, sample }) => [count, sample])).toEqual([
      [1, "a.png"],
      [1, "b.png"],
      [1, "c.png"],
    ]);
  });
});

test("openCardFile reads a collection by another writer: UTF-16, a write-ahead log, no indexes, filtered decks, orphans, Forget", async () => {
  const { format, cards, losses } = await read(createOtherCollection(), "collection.anki2");
  expect(format).toBe("colpkg");
  expect(cards).toMatchObject([
    {
      folder: "Todo / Español",
      front: "ñandú",
      back: "rhea (ave)",
      isNew: false,
      reviews: [],
      schedule: {
        due: { date: "2019-12-31" },
        interval: 20,
        stability: 21.5,
        difficulty: 6.25,
        ease: 2.45,
        reviewCount: 5,
      },
    },
    {
      front: "uno",
      back: "one",
      isNew: false,
      schedule: { due: { date: "2020-01-01" }, interval: 10, ease: 2.6, reviewCount: 3 },
      reviews: [
        { grade: 3, practice: true },
        { grade: 2, practice: true },
        { grade: 3, practice: false, durationMs: 3_600_000 },
      ],
    },
  ]);
  expect(losses.map(({ key, count }) => [key, count])).toEqual([
    ["missingNoteType", 1],
    ["missingNote", 1],
  ]);
});
