import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MaterialCard } from "#material.ts";
import { stripMetadata } from "#media/metadata/strip-metadata.ts";
import {
  ankiDatabase,
  ankiPackage,
  BASIC,
  type SampleCollection,
  type SampleType,
  type Version,
} from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { jpegPhoto, SECRET } from "#testing/metadata-samples.ts";
import { readMaterial } from "#testing/read-material.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reading-"));
});
afterEach(() => rm(folder, { recursive: true }));

const NOW = Date.UTC(2026, 0, 10, 12);

async function read(data: Uint8Array, fileName = "mazo.apkg") {
  const material = await readMaterial(folder, data, fileName, NOW);
  expect(await readdir(folder)).toEqual(["file"]);
  return material;
}

const readSample = async (sample: SampleCollection) => read(await ankiPackage("anki21", ankiDatabase(sample)));

/** Cards of one note of one type, one for each template. */
async function cardsOf(
  type: Omit<SampleType, "id" | "name">,
  fields: string[],
  ords = type.templates.map((_, i) => i),
) {
  const { cards, losses } = await readSample({
    types: [{ id: 1, name: "T", ...type }],
    decks: { 1: "D" },
    notes: [{ id: 10, type: 1, fields, tags: " uno dos " }],
    cards: ords.map((ord) => ({ id: 100 + ord, note: 10, ord })),
  });
  return { cards, losses, sides: cards.map(({ front, back, format }: MaterialCard) => [front, back, format]) };
}

describe.each([
  ["anki2", 11],
  ["anki21", 11],
  ["anki21b", 15],
  ["anki21b", 18],
] as [Version, 11 | 15 | 18][])("%s with schema %i", (version, schema) => {
  test("brings folders, texts, tags, media, suspension, reviews and dates", async () => {
    const database = ankiDatabase(
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
    const { format, cards, media, losses } = await read(await ankiPackage(version, database, { "una foto.png": png }));
    expect(format).toBe("apkg");
    expect(losses).toEqual([]);
    expect(media).toMatchObject([{ contentType: "image/png", data: Buffer.from(png) }]);
    expect(cards).toMatchObject([
      { folder: "Default", front: "gato", back: "cat", format: "plain", isNew: true, reviews: [], suspended: false },
      {
        ...{ folder: "Idiomas / Inglés", front: "perro", back: `dog ![](media:${media[0]?.id})`, format: "markdown" },
        tags: ["animales", "a::b"],
        suspended: true,
        isNew: false,
        schedule: null,
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

test("a card and its exact reverse are siblings, a third one stands alone", async () => {
  const templates = [
    { name: "1", front: "{{A}}", back: "{{FrontSide}}<hr id=answer>{{B}}" },
    { name: "2", front: "{{B}}", back: "{{FrontSide}}<hr id=answer>{{A}}" },
    { name: "3", front: "¿{{A}}?", back: "{{FrontSide}}<hr id=answer>{{B}}" },
  ];
  const { cards } = await cardsOf({ fields: ["A", "B"], templates }, ["uno", "one"]);
  expect(cards.map(({ front, back, group, variant }) => [front, back, group, variant])).toEqual([
    ["uno", "one", "10:0", null],
    ["one", "uno", "10:0", "reverse"],
    ["¿uno?", "one", null, null],
  ]);
});

test("gaps of one note share its text, and the rest of the back is extra", async () => {
  const type = {
    fields: ["Text", "Extra"],
    hasGaps: true,
    templates: [{ name: "C", front: "{{cloze:Text}}", back: "{{cloze:Text}}<br>\n{{Extra}}" }],
  };
  const { cards, losses } = await cardsOf(type, ["{{c1::a::pista}} y <b>{{c2::b}}</b>", "más"], [0, 1, 2]);
  expect(cards.map(({ front, back, format, group, variant }) => [front, back, format, group, variant])).toEqual([
    ["{{c1::a::pista}} y **{{c2::b}}**", "más", "markdown", "10:0", "c1"],
    ["{{c1::a::pista}} y **{{c2::b}}**", "más", "markdown", "10:0", "c2"],
  ]);
  expect(losses).toMatchObject([{ key: "missingGap", count: 1 }]);
});

test("an answer that the back shows only through the typed front is brought, and a commented line is none", async () => {
  const fields = ["Front", "Back", "IPA"];
  const front = "{{Front}}<br>{{type:Back}}";
  const templates = [
    { name: "1", front, back: "{{FrontSide}}<hr id=answer>" },
    { name: "2", front: `${front} `, back: "{{FrontSide}}<hr id=answer>{{IPA}}" },
    { name: "3", front: "¿{{Front}}?", back: "{{FrontSide}}<!--<hr id=answer>--><br>{{Back}}" },
  ];
  const { sides, losses } = await cardsOf({ fields, templates }, ["vestir (nós)", "vestimos", "/vɨʃˈtimuʃ/"]);
  expect(sides).toEqual([
    ["vestir (nós)", "vestimos", "plain"],
    ["vestir (nós)", "vestimos\n\n/vɨʃˈtimuʃ/", "plain"],
    ["¿vestir (nós)?", "vestimos", "plain"],
  ]);
  expect(losses).toEqual([]);
});

test("a gap's signs in a basic note are text", async () => {
  const { templates, fields } = BASIC;
  expect((await cardsOf({ templates, fields }, ["{{c1::a}}", "b"])).sides).toEqual([["{{c1::a}}", "b", "plain"]]);
  const { sides } = await cardsOf({ templates, fields }, ["<b>x</b> {{c1::a}}", "<i>b</i>"]);
  expect(sides).toEqual([["**x** \\{{c1::a}}", "_b_", "markdown"]]);
});

test("photographs are stored without their location, both files and those in a field", async () => {
  const photo = jpegPhoto();
  const address = `data:image/jpeg;base64,${photo.toString("base64")}`;
  const database = ankiDatabase({
    types: [BASIC],
    notes: [{ id: 10, type: 1, fields: ['<img src="foto.jpg">', `<img src="${address}">`] }],
    cards: [{ id: 100, note: 10 }],
  });
  const { cards, media, losses } = await read(await ankiPackage("anki21", database, { "foto.jpg": photo }));
  const data = stripMetadata(photo);
  const id = createHash("sha256").update(data).digest("hex");
  expect(data.includes(SECRET)).toBe(false);
  expect(media).toMatchObject([{ id, data, contentType: "image/jpeg", width: 8, height: 16 }]);
  expect(cards).toMatchObject([{ front: `![](media:${id})`, back: `![](media:${id})` }]);
  expect(losses).toEqual([]);
});

test("images embedded in a field become media, and other data is reported", async () => {
  const png = Buffer.from(pngSample());
  const address = `data:image/png;base64,${png.toString("base64")}`;
  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg onload='x()'/>").toString("base64")}`;
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  const { cards, media, losses } = await readSample({
    types: [BASIC],
    notes: [
      {
        id: 10,
        type: 1,
        fields: [`mira <img alt="un punto" src="${address}">`, `<img src='${address.replaceAll("=", "%3D")}'>`],
      },
      {
        id: 11,
        type: 1,
        fields: [`dibujo <img src="${svg}">`, `<img src="data:image/png;base64,${bomb.toString("base64")}">x`],
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

test("classes of the note type that style or hide words are reported", async () => {
  const css = `.card { color: red } /* .no { color: red } */ .verde, b.rojo { color: #090 } @media print { .lejos { display:none } }
    .igual { color: black; text-decoration: none } .todo { background: yellow } .oculto { display: none; }`;
  const losses = async (front: string) => {
    const templates = [{ name: "1", front: `<div class="todo">${front}</div>`, back: "{{B}}" }];
    const { losses } = await cardsOf({ fields: ["F", "B"], templates, css }, ["agua", "fuego"]);
    return losses.map(({ key }) => key);
  };
  const styles = ["templateStyles"];
  expect(await losses("{{F}}")).toEqual([]);
  expect(await losses('{{F}} <span class="igual no card">x</span>')).toEqual([]);
  expect(await losses('{{F}} <span class="otro Verde">x</span>')).toEqual(styles);
  expect(await losses('{{F}} <b class="rojo">x</b>')).toEqual(styles);
  expect(await losses('{{F}} <div class="oculto">x</div>')).toEqual(["hiddenTexts"]);
  expect(await losses('{{F}} <div class="oculto"></div>')).toEqual([]);
});

test("a number that no program writes costs its row, and not the file", async () => {
  const database = ankiDatabase({
    types: [BASIC],
    notes: [{ id: 10, type: 1, fields: ["a", "b"] }],
    cards: [{ id: 100, note: 10, type: 2, due: 1, ivl: 3 }],
    reviews: [{ id: NOW - 86_400_000, card: 100, ease: 3, type: 1 }],
  });
  const changed = path.join(folder, "changed");
  await writeFile(changed, database);
  const sqlite = new DatabaseSync(changed);
  sqlite.exec("insert into revlog values (9223372036854775807, 100, 0, 3, 1, 1, 2500, 9223372036854775807, 1)");
  sqlite.exec("update cards set due = 9223372036854775807, reps = 9223372036854775807");
  sqlite.close();
  const { cards } = await read(await ankiPackage("anki21", await readFile(changed)).finally(() => rm(changed)));
  expect(cards).toMatchObject([{ front: "a", reviews: [{ at: NOW - 86_400_000, grade: 3 }] }]);
});
