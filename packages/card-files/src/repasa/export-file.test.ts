import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripMetadata } from "#media/metadata/strip-metadata.ts";
import { zipFiles } from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { jpegPhoto } from "#testing/metadata-samples.ts";
import { readMaterial } from "#testing/read-material.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const SAMPLE = readFileSync(new URL("../../../../docs/export-format.sample.json", import.meta.url), "utf8");

const folder = makeTempFolder();

const read = (data: Uint8Array | string, fileName = "repasa.json", now = Date.UTC(2030, 0)) =>
  readMaterial(folder, data, fileName, now);

type Json = Record<string, unknown>;
const sample = () => JSON.parse(SAMPLE) as Json & { cards: Json[]; media: Json[]; folders: Json[] };

test("openCardFile reads the sample of the format completely", async () => {
  const { format, cards, losses } = await read(SAMPLE);
  const written = sample();
  expect(format).toBe("repasa");
  expect(losses).toEqual([]);
  expect(cards).toHaveLength(written.cards.length);
  const [first] = written.cards;
  expect(cards[0]).toMatchObject({
    folder: "Biología / Células",
    front: "Capital de Francia",
    back: "París",
    isNew: false,
    group: null,
    note: { guid: first?.guid, template: first?.template },
    exact: { schedule: { nextReviewDate: "2026-03-17", stability: 8.2956 }, reviews: [{ order: 1, grade: 4 }] },
  });
  const siblings = cards.filter(({ variant }) => variant === "reverse");
  for (const { group } of siblings) expect(cards.filter((card) => card.group === group)).toHaveLength(2);
});

test("openCardFile reads how a card was answered, and takes turning over where an older file says nothing", async () => {
  const listModes = async (text: string) => {
    const { cards, losses } = await read(text);
    expect(losses).toEqual([]);
    return cards.flatMap(({ exact }) => exact?.reviews.map(({ mode }) => mode));
  };
  expect(await listModes(SAMPLE)).toEqual(["type"]);
  expect(await listModes(SAMPLE.replaceAll(/,"mode":"[a-z]+"/g, ""))).toEqual(["flip"]);
});

test("openCardFile reads the same with other line breaks", async () => {
  const original = await read(SAMPLE);
  expect(await read(JSON.stringify(sample(), null, 2))).toEqual(original);
  expect(await read(`\ufeff${JSON.stringify(sample())}`)).toEqual(original);
});

test("openCardFile reads media from the JSON or from files beside it, and reports missing ones", async () => {
  const png = pngSample();
  const id = createHash("sha256").update(png).digest("hex");
  const other = "b".repeat(64);
  const json = sample();
  Object.assign(json.cards[0] as Json, { format: "markdown", front: `![](media:${id}) ![](media:${other})` });
  const record = { id, contentType: "image/png", bytes: png.length };
  json.media = [
    { ...record, data: png.toString("base64") },
    { ...record, id: other, data: png.toString("base64") },
  ];
  const alone = await read(JSON.stringify(json));
  expect(alone.media).toMatchObject([{ id, contentType: "image/png", data: png }]);
  expect(alone.losses).toMatchObject([{ count: 2 }]);
  json.media = [{ ...record, file: "media/x.png" }];
  const zip = await zipFiles({ "repasa.json": Buffer.from(JSON.stringify(json)), "media/x.png": png });
  expect((await read(zip, "repasa.zip")).media).toMatchObject([{ id, data: png }]);
});

test("openCardFile removes the location from photographs of an older copy, and cards name the new files", async () => {
  const idOf = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
  const [photo, png] = [jpegPhoto(), pngSample()];
  const [old, same] = [idOf(photo), idOf(png)];
  const json = sample();
  const front = `![](media:${old}) ![](media:${same}) media:${old}`;
  Object.assign(json.cards[0] as Json, { format: "markdown", front, back: `![](media:${old})` });
  json.cards = json.cards.slice(0, 1);
  json.media = [photo, png].map((data) => ({ id: idOf(data), data: data.toString("base64") }));
  const { cards, media, losses } = await read(JSON.stringify(json));
  const id = idOf(stripMetadata(photo));
  expect(id).not.toBe(old);
  expect(media.map((file) => [file.id, idOf(file.data), file.contentType])).toEqual([
    [id, id, "image/jpeg"],
    [same, same, "image/png"],
  ]);
  expect(cards[0]).toMatchObject({
    front: `![](media:${id}) ![](media:${same}) media:${id}`,
    back: `![](media:${id})`,
  });
  expect(losses).toEqual([]);
});

test("openCardFile reports cards with values that the tables cannot store, and reads the others", async () => {
  const json = sample();
  const good = json.cards[1] as Json;
  const wrong = [
    { front: "" },
    { front: "a".repeat(20_001) },
    { front: "a\0b" },
    { format: "html" },
    { tags: Array.from({ length: 21 }, String) },
    { variant: "c0" },
    { interval: -1 },
    { interval: 1e300 },
    { reviewCount: 2_000_000_000 },
    { nextReviewDate: "9999-99-99" },
    { reviews: [{}] },
    { reviews: null },
  ];
  json.cards = [...wrong.map((one) => ({ ...good, ...one })), good];
  const { cards, losses } = await read(JSON.stringify(json));
  expect(cards).toHaveLength(1);
  expect(losses).toMatchObject([{ key: "unreadableCard", count: wrong.length }]);
});

test("openCardFile reports blank sides, and leaves out reviews in the future", async () => {
  const json = sample();
  const [good] = json.cards;
  const gap = { variant: "c1", groupId: "g", back: "" };
  json.cards = [
    { front: " \n" },
    { back: " " },
    { ...gap, format: "plain" },
    { ...gap, groupId: null, format: "markdown" },
  ].map((one) => ({ ...good, ...one }));
  const { cards, losses } = await read(JSON.stringify(json));
  expect(cards).toEqual([]);
  expect(losses).toMatchObject([
    { key: "missingFront", count: 1 },
    { key: "missingBack", count: 3 },
  ]);
  const [early] = (await read(SAMPLE, "repasa.json", Date.UTC(2000, 0))).cards;
  expect(early?.exact?.reviews).toEqual([]);
});

test("openCardFile refuses newer versions, and files that are cut short", async () => {
  await expect(read(SAMPLE.replace('"version":1', '"version":2'))).rejects.toMatchObject({ code: "newer_version" });
  const cut = SAMPLE.slice(0, SAMPLE.indexOf('"media"') - 20);
  await expect(read(cut)).rejects.toMatchObject({ code: "damaged" });
  await expect(read(SAMPLE.slice(0, 200))).rejects.toMatchObject({
    code: expect.stringMatching(/damaged|unknown_format/),
  });
});

test("openCardFile reports exams beyond the limit", async () => {
  const exams = Array.from({ length: 1_200 }, (_, index) => ({
    id: index + 1,
    name: `Examen ${index + 1}`,
    date: new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
    foretold: null,
    createdAt: "2020-01-01T00:00:00Z",
    updatedAt: "2020-01-01T00:00:00Z",
  }));
  const { losses } = await read(JSON.stringify({ ...sample(), exams, examFolders: [] }));
  expect(losses).toEqual([{ key: "unreadableRecords", count: 200, sample: "exams" }]);
});
