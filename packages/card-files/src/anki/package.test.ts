import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MaterialCard } from "#material.ts";
import { stripMetadata } from "#media/metadata/strip-metadata.ts";
import {
  BASIC,
  createAnkiCollection,
  createAnkiPackage,
  type SampleCollection,
  type SampleType,
  type Version,
} from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { jpegPhoto, SECRET } from "#testing/metadata-samples.ts";
import { readMaterial } from "#testing/read-material.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "reading-"));
});
afterEach(() => rm(directory, { recursive: true }));

const NOW = Date.UTC(2026, 0, 10, 12);

async function readPackage(data: Uint8Array, fileName = "mazo.apkg") {
  const material = await readMaterial(directory, data, fileName, NOW);
  expect(await readdir(directory)).toEqual(["file"]);
  return material;
}

const readSample = async (sample: SampleCollection) =>
  readPackage(await createAnkiPackage("anki21", createAnkiCollection(sample)));

/**
 * Reads a package with one note of one type.
 *
 * @param ordinals The numbers of the note's cards, from 0: the templates or gaps that they are made from.
 */
async function readCards(
  type: Omit<SampleType, "id" | "name">,
  fields: string[],
  ordinals = type.templates.map((_, i) => i),
) {
  const { cards, losses } = await readSample({
    types: [{ id: 1, name: "T", ...type }],
    decks: { 1: "D" },
    notes: [{ id: 10, type: 1, fields, tags: " uno dos " }],
    cards: ordinals.map((ord) => ({ id: 100 + ord, note: 10, ord })),
  });
  return { cards, losses, contents: cards.map(({ front, back, format }: MaterialCard) => [front, back, format]) };
}

describe.each([
  ["anki2", 11],
  ["anki21", 11],
  ["anki21b", 15],
  ["anki21b", 18],
] as [Version, 11 | 15 | 18][])("%s with schema %i", (version, schema) => {
  test("is read with folders, texts, tags, media, suspension, reviews and dates", async () => {
    const database = createAnkiCollection(
      {
        created: Date.UTC(2025, 0, 1, 4) / 1000,
        conf: { creationOffset: 0, rollover: 4 },
        types: [BASIC],
        decks: { 1: "Default", 2: "Idiomas::Inglés" },
        notes: [
          {
            id: 1_700_000_000_001,
            type: 1,
            fields: ["perro", 'dog <img src="una%20foto.png">'],
            tags: " animales a::b ",
          },
          { id: 1_700_000_000_002, type: 1, fields: ["gato", "cat"] },
        ],
        cards: [
          {
            id: 1_700_000_000_003,
            note: 1_700_000_000_001,
            deck: 2,
            type: 2,
            queue: -1,
            due: 380,
            ivl: 9,
            factor: 2300,
            reps: 2,
          },
          { id: 1_700_000_000_004, note: 1_700_000_000_002, deck: 1 },
        ],
        reviews: [
          { id: 1_700_000_100_000, card: 1_700_000_000_003, ease: 3, type: 0 },
          { id: 1_700_000_200_000, card: 1_700_000_000_003, ease: 4, type: 1 },
          { id: NOW + 1, card: 1_700_000_000_003, ease: 4, type: 1 },
          { id: 1_700_000_300_000, card: 5, ease: 4, type: 1 },
        ],
      },
      schema,
    );
    const png = pngSample();
    const { format, cards, media, losses } = await readPackage(
      await createAnkiPackage(version, database, { "una foto.png": png }),
    );
    expect(format).toBe("apkg");
    expect(losses).toEqual([]);
    expect(media).toMatchObject([{ contentType: "image/png", data: Buffer.from(png) }]);
    expect(cards).toMatchObject([
      { folder: "Default", front: "gato", back: "cat", format: "plain", isNew: true, reviews: [], suspended: false },
      {
        folder: "Idiomas / Inglés",
        front: "perro",
        back: `dog ![](media:${media[0]?.id})`,
        format: "markdown",
        tags: ["animales", "a::b"],
        suspended: true,
        isNew: false,
        schedule: { due: { date: "2026-01-16" }, interval: 9 },
        createdAt: 1_700_000_000_003,
        note: { guid: "guid-1700000000001", template: 0 },
        reviews: [
          { key: "1700000100000", at: 1_700_000_100_000, grade: 3, practice: false, durationMs: 4000 },
          { key: "1700000200000", grade: 4 },
        ],
      },
    ]);
  });
});

test("a card and its exact reverse become siblings, but a different card of their note does not", async () => {
  const templates = [
    { name: "1", front: "{{A}}", back: "{{FrontSide}}<hr id=answer>{{B}}" },
    { name: "2", front: "{{B}}", back: "{{FrontSide}}<hr id=answer>{{A}}" },
    { name: "3", front: "¿{{A}}?", back: "{{FrontSide}}<hr id=answer>{{B}}" },
  ];
  const { cards } = await readCards({ fields: ["A", "B"], templates }, ["uno", "one"]);
  expect(cards.map(({ front, back, group, variant }) => [front, back, group, variant])).toEqual([
    ["uno", "one", "10:0", null],
    ["one", "uno", "10:0", "reverse"],
    ["¿uno?", "one", null, null],
  ]);
});

test("the gaps of a note become cards with the same text, and their answer is what the back adds to that text", async () => {
  const type = {
    fields: ["Text", "Extra"],
    hasGaps: true,
    templates: [{ name: "C", front: "{{cloze:Text}}", back: "{{cloze:Text}}<br>\n{{Extra}}" }],
  };
  const { cards, losses } = await readCards(type, ["{{c1::a::pista}} y <b>{{c2::b}}</b>", "más"], [0, 1, 2]);
  expect(cards.map(({ front, back, format, group, variant }) => [front, back, format, group, variant])).toEqual([
    ["{{c1::a::pista}} y **{{c2::b}}**", "más", "markdown", "10:0", "c1"],
    ["{{c1::a::pista}} y **{{c2::b}}**", "más", "markdown", "10:0", "c2"],
  ]);
  expect(losses).toMatchObject([{ key: "missingGap", count: 1 }]);
});

test("an answer that the template shows only as a field to type in is added to the back, and a commented-out separator is ignored", async () => {
  const fields = ["Front", "Back", "IPA"];
  const front = "{{Front}}<br>{{type:Back}}";
  const templates = [
    { name: "1", front, back: "{{FrontSide}}<hr id=answer>" },
    { name: "2", front: `${front} `, back: "{{FrontSide}}<hr id=answer>{{IPA}}" },
    { name: "3", front: "¿{{Front}}?", back: "{{FrontSide}}<!--<hr id=answer>--><br>{{Back}}" },
  ];
  const { contents, losses } = await readCards({ fields, templates }, ["vestir (nós)", "vestimos", "/vɨʃˈtimuʃ/"]);
  expect(contents).toEqual([
    ["vestir (nós)", "vestimos", "plain"],
    ["vestir (nós)", "vestimos\n\n/vɨʃˈtimuʃ/", "plain"],
    ["¿vestir (nós)?", "vestimos", "plain"],
  ]);
  expect(losses).toEqual([]);
});

test("the syntax of a gap is plain text in a basic note", async () => {
  const { templates, fields } = BASIC;
  expect((await readCards({ templates, fields }, ["{{c1::a}}", "b"])).contents).toEqual([["{{c1::a}}", "b", "plain"]]);
  const { contents } = await readCards({ templates, fields }, ["<b>x</b> {{c1::a}}", "<i>b</i>"]);
  expect(contents).toEqual([["**x** \\{{c1::a}}", "_b_", "markdown"]]);
});

test("photographs lose their location, both in files and in fields", async () => {
  const photo = jpegPhoto();
  const dataUrl = `data:image/jpeg;base64,${photo.toString("base64")}`;
  const database = createAnkiCollection({
    types: [BASIC],
    notes: [{ id: 10, type: 1, fields: ['<img src="foto.jpg">', `<img src="${dataUrl}">`] }],
    cards: [{ id: 100, note: 10 }],
  });
  const { cards, media, losses } = await readPackage(
    await createAnkiPackage("anki21", database, { "foto.jpg": photo }),
  );
  const data = stripMetadata(photo);
  const id = createHash("sha256").update(data).digest("hex");
  expect(data.includes(SECRET)).toBe(false);
  expect(media).toMatchObject([{ id, data, contentType: "image/jpeg", width: 8, height: 16 }]);
  expect(cards).toMatchObject([{ front: `![](media:${id})`, back: `![](media:${id})` }]);
  expect(losses).toEqual([]);
});

test("images embedded in a field become media, and other embedded data is reported", async () => {
  const png = Buffer.from(pngSample());
  const dataUrl = `data:image/png;base64,${png.toString("base64")}`;
  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg onload='x()'/>").toString("base64")}`;
  const oversizedPng = Buffer.from(png);
  oversizedPng.writeUInt32BE(60_000, 16);
  const { cards, media, losses } = await readSample({
    types: [BASIC],
    notes: [
      {
        id: 10,
        type: 1,
        fields: [`mira <img alt="un punto" src="${dataUrl}">`, `<img src='${dataUrl.replaceAll("=", "%3D")}'>`],
      },
      {
        id: 11,
        type: 1,
        fields: [`dibujo <img src="${svg}">`, `<img src="data:image/png;base64,${oversizedPng.toString("base64")}">x`],
      },
      { id: 12, type: 1, fields: ['<img src="embedded:../../x">pista', "uno"] },
    ],
    cards: [10, 11, 12].map((note) => ({ id: note * 10, note })),
  });
  const [{ id = "" } = {}] = media;
  expect(media).toMatchObject([{ contentType: "image/png", data: png }]);
  expect(cards.map(({ front, back }) => [front, back])).toEqual([
    [`mira ![un punto](media:${id})`, `![](media:${id})`],
    ["dibujo", "x"],
    ["pista", "uno"],
  ]);
  expect(losses.map(({ key, count }) => [key, count])).toEqual([["unsupportedDataUrls", 2]]);
});

test("CSS classes of the note type are reported if they style or hide words", async () => {
  const css = `.card { color: red } /* .no { color: red } */ .verde, b.rojo { color: #090 } @media print { .lejos { display:none } }
    .igual { color: black; text-decoration: none } .todo { background: yellow } .oculto { display: none; }`;
  const listLossKeys = async (front: string) => {
    const templates = [{ name: "1", front: `<div class="todo">${front}</div>`, back: "{{B}}" }];
    const { losses } = await readCards({ fields: ["F", "B"], templates, css }, ["agua", "fuego"]);
    return losses.map(({ key }) => key);
  };
  expect(await listLossKeys("{{F}}")).toEqual([]);
  expect(await listLossKeys('{{F}} <span class="igual no card">x</span>')).toEqual([]);
  expect(await listLossKeys('{{F}} <span class="otro Verde">x</span>')).toEqual(["templateStyles"]);
  expect(await listLossKeys('{{F}} <b class="rojo">x</b>')).toEqual(["templateStyles"]);
  expect(await listLossKeys('{{F}} <div class="oculto">x</div>')).toEqual(["hiddenTexts"]);
  expect(await listLossKeys('{{F}} <div class="oculto"></div>')).toEqual([]);
});

test("a number that is out of range does not make the file unreadable", async () => {
  const database = createAnkiCollection({
    types: [BASIC],
    notes: [{ id: 10, type: 1, fields: ["a", "b"] }],
    cards: [{ id: 100, note: 10, type: 2, due: 1, ivl: 3 }],
    reviews: [{ id: NOW - 86_400_000, card: 100, ease: 3, type: 1 }],
  });
  const databaseFile = path.join(directory, "changed");
  await writeFile(databaseFile, database);
  const sqlite = new DatabaseSync(databaseFile);
  sqlite.exec("insert into revlog values (9223372036854775807, 100, 0, 3, 1, 1, 2500, 9223372036854775807, 1)");
  sqlite.exec("update cards set due = 9223372036854775807, reps = 9223372036854775807");
  sqlite.close();
  const { cards } = await readPackage(
    await createAnkiPackage("anki21", await readFile(databaseFile)).finally(() => rm(databaseFile)),
  );
  expect(cards).toMatchObject([{ front: "a", reviews: [{ at: NOW - 86_400_000, grade: 3 }] }]);
});
