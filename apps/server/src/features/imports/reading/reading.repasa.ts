// Our own export, which comes back exactly.
import { createHash } from "node:crypto";
import { hasSides, SIDE_LONGEST, TAG_LONGEST, TAGS_MOST } from "@repasa/contract/cards.forms.ts";
import { mediaIdsIn } from "@repasa/contract/media.ts";
import * as z from "zod/mini";
import { inspectMedia } from "#features/media/media.service.ts";
import type { ExactHistory, Material, MaterialCard, MaterialMedia, MaterialOptions } from "../imports.material.ts";
import { UnreadableFile } from "../imports.material.ts";
import { Losses } from "./reading.losses.ts";
import { isRecord, notOurs, openRecords, type Records } from "./reading.records.ts";
import { exactReview, exactSchedule, jsonText } from "./reading.repasa-history.ts";
import type { Archive } from "./reading.zip.ts";

const VERSION = 1;
const LARGEST_FILE = 5 * 1024 * 1024;

/** @param archive Where the media files lie beside the JSON; is closed with the material. */
export function openRepasa(file: string, archive: Archive | null, { now }: Pick<MaterialOptions, "now">): Material {
  const records = openRecords(file);
  if (records.head.format !== "repasa") throw notOurs();
  if (records.head.version !== VERSION) {
    throw new UnreadableFile("newer_version", "El archivo es de una versión de Repasa que aquí no se conoce.");
  }
  const losses = new Losses();
  const named = new Set<string>();
  return {
    format: "repasa",
    table: null,
    *cards() {
      losses.clear();
      named.clear();
      yield* cardsOf(records, losses, named, now);
      for (const id of missingOf(records, named)) losses.ofFile("missing", id);
    },
    unsupported: () => losses.list(),
    media: () => mediaOf(records, archive, losses, named),
    close: async () => archive?.close(),
  };
}

/** Whether a text begins as a JSON object does: then it is ours or nobody's. */
export function looksLikeJson(head: string): boolean {
  return /^\ufeff?\s*\{\s*"/.test(head);
}

const card = z.object({
  folderId: z.number(),
  front: jsonText(SIDE_LONGEST).check(z.minLength(1)),
  back: jsonText(SIDE_LONGEST),
  format: z.enum(["plain", "markdown"]),
  tags: z.array(jsonText(TAG_LONGEST)).check(z.maxLength(TAGS_MOST)),
  suspended: z.boolean(),
  groupId: z.nullable(jsonText(100)),
  variant: z.nullable(z.string().check(z.regex(/^(?:reverse|c[1-9]\d{0,2})$/))),
  createdAt: z.iso.datetime(),
  guid: z.optional(jsonText(200)),
  template: z.optional(z.int().check(z.gte(0), z.lte(32_767))),
  reviews: z.array(exactReview),
  ...exactSchedule.shape,
});

function* cardsOf(records: Records, losses: Losses, named: Set<string>, now: number): Iterable<MaterialCard> {
  const folders = foldersOf(records);
  for (const record of records.list("cards")) {
    losses.beginCard();
    const found = z.safeParse(card, record);
    if (!found.success) {
      losses.ofCard("badCard", isRecord(record) ? String(record.front ?? "") : "");
      continue;
    }
    const one = found.data;
    const missing = missingSide(one);
    if (missing !== null) {
      losses.ofCard(missing, one.front.trim());
      continue;
    }
    if (one.format === "markdown") for (const id of mediaIdsIn(`${one.front}\n${one.back}`)) named.add(id);
    yield materialOf(one, folders.get(one.folderId) ?? null, now);
  }
}

function foldersOf(records: Records): Map<number, string> {
  const names = new Map<number, string>();
  for (const folder of records.list("folders")) {
    if (!isRecord(folder) || typeof folder.id !== "number" || typeof folder.name !== "string") continue;
    const name = folder.name.replaceAll("\0", "").toWellFormed().slice(0, 255).trim();
    if (name !== "") names.set(folder.id, name);
  }
  return names;
}

/** Only a text with gaps needs no answer. */
function missingSide({ front, back, format, variant }: z.output<typeof card>): "noFront" | "noBack" | null {
  if (front.trim() === "") return "noFront";
  const asksGap = variant?.startsWith("c") === true && hasSides({ front, back: "" }, format);
  return back.trim() === "" && !asksGap ? "noBack" : null;
}

/** Reviews of the future are left out. */
function materialOf(one: z.output<typeof card>, folder: string | null, now: number): MaterialCard {
  const { front, back, format, tags, suspended, groupId, variant, guid, template } = one;
  const schedule = z.parse(exactSchedule, one);
  const lone = groupId === null && variant === "reverse";
  const exact: ExactHistory = {
    schedule,
    reviews: one.reviews
      .filter(({ reviewedAt }) => Date.parse(reviewedAt) <= now)
      .map(({ id, ...review }) => ({ ...review, order: id })),
  };
  return {
    ...{ folder, front, back, format, tags, suspended, group: groupId, variant: lone ? null : variant },
    note: guid === undefined || guid === "" ? null : { guid, template: template ?? 0 },
    createdAt: Date.parse(one.createdAt),
    ...{ reviews: [], schedule: null, isNew: one.nextReviewDate === null, exact },
  };
}

function missingOf(records: Records, named: ReadonlySet<string>): Set<string> {
  const missing = new Set(named);
  if (missing.size > 0)
    for (const record of records.list("media")) if (isRecord(record)) missing.delete(String(record.id));
  return missing;
}

/** The bytes say what a file is, whatever is written beside them. */
async function* mediaOf(
  records: Records,
  archive: Archive | null,
  losses: Losses,
  named: ReadonlySet<string>,
): AsyncIterable<MaterialMedia> {
  const missing = new Set(named);
  for (const record of records.list("media")) {
    if (!isRecord(record) || typeof record.id !== "string" || !missing.has(record.id)) continue;
    const data = await bytesOf(record, archive);
    if (data === null) continue;
    const found = await inspectMedia(data);
    const id = createHash("sha256").update(data).digest("hex");
    if (!found || !missing.delete(id)) continue;
    yield { ...found, id, data };
  }
  for (const id of missing) losses.ofFile("missing", id);
}

async function bytesOf(record: Record<string, unknown>, archive: Archive | null): Promise<Buffer | null> {
  if (typeof record.data === "string") {
    return record.data.length > LARGEST_FILE * 1.4 ? null : Buffer.from(record.data, "base64");
  }
  if (typeof record.file !== "string" || !archive?.names.has(record.file)) return null;
  return archive.read(record.file, LARGEST_FILE).catch(() => null);
}
