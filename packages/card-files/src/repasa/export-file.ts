// Reads our own export, which restores cards and reviews exactly.
import { hasSides } from "@repasa/contract/cards.checks.ts";
import { MAX_SIDE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from "@repasa/contract/cards.limits.ts";
import { listMediaIds, listMediaIdsOfCard } from "@repasa/contract/media.ts";
import * as z from "zod/mini";
import type { Archive } from "#archives/archive.ts";
import { LossCounter } from "#losses.ts";
import type { ExactHistory, Material, MaterialCard, MaterialMedia, MaterialOptions } from "#material.ts";
import { computeMediaId, prepareMedia } from "#media/media-file.ts";
import { stripMetadata } from "#media/metadata/strip-metadata.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { readExportedAccount, readExportedFolders } from "./account-records.ts";
import type { OwnFile } from "./exported-account.ts";
import { exactReview, exactSchedule, jsonId, jsonInstant, jsonText } from "./history-records.ts";
import { isRecord, openRecords, type Records } from "./json-records.ts";

const VERSION = 1;
const MAX_MEDIA_BYTES = 5 * 1024 * 1024;
/** From this number of reviews on, the memory model is fitted to the account. */
const MIN_REVIEWS_TO_FIT = 1_000;

/**
 * Reads an export of ours.
 *
 * @param file The path of the JSON.
 * @param archive The archive with the media files beside the JSON, which is closed with the material.
 * @throws UnreadableFile `foreignJson` if it is not ours, `newerVersion` if this version cannot read it.
 */
export async function openRepasaExport(
  file: string,
  archive: Archive | null,
  { now }: Pick<MaterialOptions, "now">,
): Promise<Material> {
  const records = openRecords(file);
  if (records.head.format !== "repasa") throw new UnreadableFile("foreignJson");
  if (records.head.version !== VERSION) {
    throw new UnreadableFile("newerVersion");
  }
  const losses = new LossCounter();
  const named = new Set<string>();
  const newIds = await computeNewIds(records, archive);
  const accountLosses = new LossCounter();
  const own = readOwnFile(records, now, (list) => accountLosses.add("unreadableRecords", 1, list));
  if (own.account !== null) countLeftOut(records, accountLosses);
  return {
    format: "repasa",
    table: null,
    own,
    *cards() {
      losses.clear();
      named.clear();
      let reviews = 0;
      for (const card of readCards(records, own.folders, losses, now)) {
        const renamed = replaceMediaIds(card, newIds);
        for (const id of listMediaIdsOfCard(renamed)) named.add(id);
        reviews += renamed.exact?.reviews.length ?? 0;
        yield renamed;
      }
      for (const id of findMissing(records, named, newIds)) losses.addForFile("missingMedia", id);
      if (own.account !== null && reviews >= MIN_REVIEWS_TO_FIT) losses.add("memoryModel", 1, "");
    },
    losses: () => [...losses.list(), ...accountLosses.list()],
    media: () => readMedia(records, archive, losses, named, newIds),
    close: async () => archive?.close(),
  };
}

/** Returns whether a text begins like a JSON object. Our own export is the only JSON that is read. */
export function looksLikeJson(head: string): boolean {
  return /^\ufeff?\s*\{\s*"/.test(head);
}

function readOwnFile(records: Records, now: number, onBroken: (list: string) => void): OwnFile {
  const isWhole = records.head.scope === "account";
  return {
    folders: readExportedFolders(records, now),
    account: isWhole ? readExportedAccount(records, now, onBroken) : null,
  };
}

/** Counts records of the exported account that an import leaves out, if there are any. */
function countLeftOut(records: Records, losses: LossCounter): void {
  const billing = records.one("billing");
  losses.add("subscription", isRecord(billing) ? 1 : 0, "");
  losses.add("feedbackMessages", [...records.list("feedback")].length, "");
}

const card = z.object({
  id: z.optional(jsonId),
  folderId: z.number(),
  front: jsonText(MAX_SIDE_LENGTH).check(z.minLength(1)),
  back: jsonText(MAX_SIDE_LENGTH),
  format: z.enum(["plain", "markdown"]),
  tags: z.array(jsonText(MAX_TAG_LENGTH)).check(z.maxLength(MAX_TAGS)),
  suspended: z.boolean(),
  groupId: z.nullable(jsonText(100)),
  variant: z.nullable(z.string().check(z.regex(/^(?:reverse|c[1-9]\d{0,2})$/))),
  createdAt: z.iso.datetime(),
  updatedAt: z.optional(jsonInstant),
  guid: z.optional(jsonText(200)),
  template: z.optional(z.int().check(z.gte(0), z.lte(32_767))),
  reviews: z.array(exactReview),
  ...exactSchedule.shape,
});

function* readCards(
  records: Records,
  folders: OwnFile["folders"],
  losses: LossCounter,
  now: number,
): Iterable<MaterialCard> {
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  for (const record of records.list("cards")) {
    losses.beginCard();
    const found = z.safeParse(card, record);
    if (!found.success) {
      losses.addForCard("unreadableCard", isRecord(record) ? String(record.front ?? "") : "");
      continue;
    }
    const one = found.data;
    const missing = findMissingSide(one);
    if (missing !== null) {
      losses.addForCard(missing, one.front.trim());
      continue;
    }
    yield convertCard(one, names.get(one.folderId) ?? null, now);
  }
}

/** Only a text with gaps needs no answer. */
function findMissingSide({
  front,
  back,
  format,
  variant,
}: z.output<typeof card>): "missingFront" | "missingBack" | null {
  if (front.trim() === "") return "missingFront";
  const asksGap = variant?.startsWith("c") === true && hasSides({ front, back: "" }, format);
  return back.trim() === "" && !asksGap ? "missingBack" : null;
}

/** Reviews in the future are skipped. */
function convertCard(one: z.output<typeof card>, folder: string | null, now: number): MaterialCard {
  const { id, folderId, updatedAt, front, back, format, tags, suspended, groupId, variant, guid, template } = one;
  const schedule = z.parse(exactSchedule, one);
  const isLoneReverse = groupId === null && variant === "reverse";
  const exact: ExactHistory = {
    schedule,
    reviews: one.reviews
      .filter(({ reviewedAt }) => Date.parse(reviewedAt) <= now)
      .map(({ id: order, ...review }) => ({ ...review, order })),
    ...(id !== undefined && { source: { id, folderId, updatedAt: updatedAt ?? one.createdAt } }),
  };
  return {
    folder,
    front,
    back,
    format,
    tags,
    suspended,
    group: groupId,
    variant: isLoneReverse ? null : variant,
    note: guid === undefined || guid === "" ? null : { guid, template: template ?? 0 },
    createdAt: Date.parse(one.createdAt),
    reviews: [],
    schedule: null,
    isNew: one.nextReviewDate === null,
    exact,
  };
}

type NewIds = ReadonlyMap<string, string>;

/**
 * Returns new ids of media by their old ones. Copies made by older versions hold images with metadata, which are now stored
 * without it and therefore get new ids.
 */
async function computeNewIds(records: Records, archive: Archive | null): Promise<NewIds> {
  const ids = new Map<string, string>();
  for (const record of records.list("media")) {
    const data = isRecord(record) ? await readBytes(record, archive) : null;
    if (data === null) continue;
    const stripped = stripMetadata(data);
    if (!stripped.equals(data)) ids.set(computeMediaId(data), computeMediaId(stripped));
  }
  return ids;
}

function replaceMediaIds(card: MaterialCard, newIds: NewIds): MaterialCard {
  if (newIds.size === 0) return card;
  const renamed = (text: string) =>
    listMediaIds(text).reduce((result, id) => result.replaceAll(`media:${id}`, `media:${newIds.get(id) ?? id}`), text);
  return card.format === "markdown" ? { ...card, front: renamed(card.front), back: renamed(card.back) } : card;
}

function findMissing(records: Records, named: ReadonlySet<string>, newIds: NewIds): Set<string> {
  const missing = new Set(named);
  if (missing.size > 0)
    for (const record of records.list("media"))
      if (isRecord(record)) missing.delete(newIds.get(String(record.id)) ?? String(record.id));
  return missing;
}

/** Yields the files that cards name. The type of a file is read from its bytes, not from its record. */
async function* readMedia(
  records: Records,
  archive: Archive | null,
  losses: LossCounter,
  named: ReadonlySet<string>,
  newIds: NewIds,
): AsyncIterable<MaterialMedia> {
  const missing = new Set(named);
  for (const record of records.list("media")) {
    if (!isRecord(record) || typeof record.id !== "string") continue;
    if (!missing.has(newIds.get(record.id) ?? record.id)) continue;
    const data = await readBytes(record, archive);
    if (data === null) continue;
    const found = await prepareMedia(data);
    if (found && missing.delete(found.id)) yield found;
  }
  for (const id of missing) losses.addForFile("missingMedia", id);
}

async function readBytes(record: Record<string, unknown>, archive: Archive | null): Promise<Buffer | null> {
  if (typeof record.data === "string") {
    return record.data.length > MAX_MEDIA_BYTES * 1.4 ? null : Buffer.from(record.data, "base64");
  }
  if (typeof record.file !== "string" || !archive?.names.has(record.file)) return null;
  return archive.read(record.file, MAX_MEDIA_BYTES).catch(() => null);
}
