import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Card, CardWithSiblings, cardEndpoints } from "@repasa/contract/cards.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { omitUnchanged } from "#features/feed/feed.merging.ts";
import { listIds } from "#features/feed/feed.service.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { CardRow } from "#schema/cards.ts";
import { deleteCards, isMissingFolder, selectCardByClientId } from "../cards.queries.ts";
import { cardNotFound, toCard } from "../cards.service.ts";
import { storeDerived } from "../derived/derived.service.ts";
import {
  addsMaterial,
  chooseOpenText,
  editOpenText,
  listCardIds,
  type OpenText,
  openText,
  storeOpenText,
} from "../followed/followed.editing.ts";
import { insertVersions } from "../versions/versions.queries.ts";
import { readVersion } from "../versions/versions.service.ts";
import { planChange, planVariants } from "./siblings.plan.ts";
import {
  insertCards,
  lockGroup,
  type NewCards,
  selectGroup,
  touchFolder,
  updateGroup,
  updateGroupOfLoneCards,
  updateSuspended,
} from "./siblings.queries.ts";

/** Creates a card; with gaps, one for each gap; with `reverse`, its reverse too. */
export async function createCard(
  ctx: Context,
  owner: OwnerId,
  { now }: Moment,
  folderId: number,
  { clientId, reverse = false, ...form }: BodyOf<typeof cardEndpoints.create>,
): Promise<CardWithSiblings> {
  const texts = { front: form.front, back: form.back, format: form.format ?? "plain" };
  const variants = planVariants(texts, reverse);
  // A repeated request adds nothing, so it succeeds even at the limit.
  const created = clientId && (await findCreatedCard(ctx, owner, clientId));
  if (created) return created;
  const groupId = variants.length > 1 ? randomUUID() : null;
  const shared = { folderId, tags: form.tags ?? [], suspended: form.suspended ?? false };
  const values = { ...texts, ...shared, variants, groupId, clientId: clientId ?? null };
  try {
    const [first, ...siblings] = await withinLimits(ctx, owner, ["cards"], async (transaction, noted) => {
      const rows = await insertNewCards(transaction, owner, values, now);
      noted.changed("folder", [folderId]);
      noted.changed("card", listIds(rows));
      return rows;
    });
    return toCardWithSiblings(first as CardRow, siblings);
  } catch (error) {
    // Queried outside of the transaction, which the failed statement has aborted.
    if (isMissingFolder(error)) throw folderNotFound();
    const createdMeanwhile =
      error instanceof RepeatedCreate && clientId && (await findCreatedCard(ctx, owner, clientId));
    if (createdMeanwhile) return createdMeanwhile;
    throw error;
  }
}

/** Thrown if the same request was sent twice at the same time and the other one was committed first. */
class RepeatedCreate extends AppError {
  constructor() {
    super("conflict", "La carta ya se creó");
  }
}

async function insertNewCards(transaction: Queryable, owner: OwnerId, values: NewCards, now: Date): Promise<CardRow[]> {
  await touchFolder(transaction, owner, values.folderId, now);
  const rows = await insertCards(transaction, owner, values, now);
  if (rows.length < values.variants.length) throw new RepeatedCreate();
  await storeDerived(transaction, owner, rows);
  return rows;
}

async function findCreatedCard(ctx: Context, owner: OwnerId, clientId: string): Promise<CardWithSiblings | undefined> {
  const row = await selectCardByClientId(ctx.db, owner, clientId);
  return row && toCardWithSiblings(row, row.groupId === null ? [] : await selectGroup(ctx.db, owner, row.id));
}

type CardChange = BodyOf<typeof cardEndpoints.update>;

/**
 * Changes a card, and the texts, tags and format of its siblings. Nothing is written if every field equals its base.
 *
 * @returns The card, or the first of its siblings if its gap was removed.
 */
export async function changeCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  { base, ...form }: CardChange,
): Promise<CardWithSiblings> {
  await settlePastDays(ctx, owner, moment);
  const fields = omitUnchanged(form, base);
  const present = await selectGroup(ctx.db, owner, id);
  if (Object.keys(fields).length === 0) return toCardWithSiblings(requireCard(present, id), present);
  const followed = await openText(ctx.db, owner, id, false);
  if (followed) return changeFollowedCard(ctx, owner, moment, id, { fields, base, followed });
  const before = planCardChange(present, id, fields);
  const adds = before.added.length > 0;
  // An account beyond its limit may still change cards, as long as this adds none.
  return withinLimits(ctx, owner, adds ? ["cards"] : [], async (transaction, noted) => {
    if (adds) await touchFolder(transaction, owner, before.card.folderId, moment.now);
    const group = await lockGroup(transaction, owner, id);
    const { card, texts, ...change } = planCardChange(group, id, fields);
    if (replacesTexts(card, texts)) await insertVersions(transaction, owner, listIds(change.remaining), moment.now);
    await deleteCards(transaction, owner, change.deleted);
    const changed = await updateGroup(transaction, owner, change, texts, moment.now);
    const shared = { folderId: card.folderId, suspended: false, groupId: change.groupId, clientId: null };
    const values = { ...texts, ...shared, variants: change.added };
    const rows = change.added.length === 0 ? [] : await insertCards(transaction, owner, values, moment.now);
    await storeDerived(transaction, owner, [...changed, ...rows]);
    noted.changed("card", listIds([...changed, ...rows]));
    noted.gone("card", change.deleted, moment.now);
    if (adds || change.deleted.length > 0) noted.changed("folder", [card.folderId]);
    if (fields.suspended !== undefined && fields.suspended !== card.suspended) {
      await updateSuspended(transaction, owner, id, fields.suspended);
      await countDueDates(transaction, owner, moment.today);
    }
    return readChangedCard(transaction, owner, changed, id);
  });
}

type FollowedChange = { fields: Partial<CardChange>; base: CardChange["base"]; followed: OpenText };

/** Changes a card that follows an author's, so that an edit of a text before the last pull is merged as if it had come before it. */
async function changeFollowedCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  { fields, base, followed }: FollowedChange,
): Promise<CardWithSiblings> {
  const adds = addsMaterial(followed, await editFollowed(ctx.db, owner, id, { fields, base, followed }));
  return withinLimits(ctx, owner, adds ? ["cards"] : [], async (transaction, noted) => {
    const opened = await openText(transaction, owner, id);
    if (!opened) throw cardNotFound();
    const edited = await editFollowed(transaction, owner, id, { fields, base, followed: opened });
    const stored = await storeOpenText(transaction, owner, opened, edited, moment.now, noted);
    if (fields.suspended !== undefined) await countDueDates(transaction, owner, moment.today);
    const remaining = listCardIds(stored);
    return readShownCard(transaction, owner, remaining.includes(id) ? id : Math.min(...remaining));
  });
}

async function editFollowed(db: Queryable, owner: OwnerId, id: number, { fields, base, followed }: FollowedChange) {
  const edited = editOpenText(followed, fields, base);
  if (edited) return edited;
  // Says what the text lacks.
  planCardChange(await selectGroup(db, owner, id), id, fields);
  throw new AppError("conflict", "Con este texto no se puede hacer ninguna carta");
}

/** Takes one of the two texts of a card whose author has changed what the user has changed, too. */
export async function chooseUpstream(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  take: "mine" | "author",
): Promise<Card> {
  await settlePastDays(ctx, owner, moment);
  const limited = ({ adds }: { adds: boolean }) => (adds ? (["cards"] as const) : []);
  const { row } = await withinLimits(ctx, owner, limited, async (transaction, noted) => {
    const opened = await openText(transaction, owner, id);
    if (!opened) throw cardNotFound();
    if (opened.card.source === null) throw notFollowed();
    const chosen = chooseOpenText(opened, take);
    if (!chosen) {
      throw new AppError("conflict", "Con el texto del autor y tus otros cambios no se puede hacer ninguna carta");
    }
    const stored = await storeOpenText(transaction, owner, opened, chosen, moment.now, noted);
    const remaining = listCardIds(stored);
    const shown = remaining.includes(id) ? id : Math.min(...remaining);
    const group = await selectGroup(transaction, owner, shown);
    return { row: requireCard(group, shown), adds: addsMaterial(opened, chosen) };
  });
  return toCard(row);
}

function notFollowed(): AppError {
  return notFound("Esta carta no sigue a ninguna otra");
}

function requireCard(group: readonly CardRow[], id: number): CardRow {
  const card = group.find((one) => one.id === id);
  if (!card) throw cardNotFound();
  return card;
}

function planCardChange(group: readonly CardRow[], id: number, fields: Partial<CardChange>) {
  const card = requireCard(group, id);
  const { front = card.front, back = card.back, format = card.format, tags = card.tags } = fields;
  const texts = { front, back, format, tags };
  const siblings = group.filter((one) => one !== card);
  return { card, texts, ...planChange(card, siblings, texts) };
}

function replacesTexts(card: CardRow, texts: Pick<CardRow, "front" | "back" | "format" | "tags">): boolean {
  const { front, back, format, tags } = card;
  return !isDeepStrictEqual({ front, back, format, tags }, texts);
}

async function readChangedCard(db: Queryable, owner: OwnerId, changed: readonly CardRow[], id: number) {
  return readShownCard(db, owner, changed.some((card) => card.id === id) ? id : Math.min(...listIds(changed)));
}

async function readShownCard(db: Queryable, owner: OwnerId, shown: number): Promise<CardWithSiblings> {
  const group = await selectGroup(db, owner, shown);
  return toCardWithSiblings(requireCard(group, shown), group);
}

/** @param group The siblings of the card, ordered by id; the card itself may be among them. */
function toCardWithSiblings(card: CardRow, group: readonly CardRow[]): CardWithSiblings {
  if (card.groupId === null && card.variant === null) return toCard(card);
  return { ...toCard(card), siblings: group.filter(({ id }) => id !== card.id).map(toCard) };
}

/** Restoring is an edit: it may add and delete cards of gaps, and what it replaces becomes a version. */
export async function restoreVersion(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { id, versionId }: { id: number; versionId: number },
): Promise<CardWithSiblings> {
  const { front, back, format, tags } = await readVersion(ctx, owner, moment, { cardId: id, versionId });
  return changeCard(ctx, owner, moment, id, { front, back, format, tags });
}

/** Removes cards from the given groups if no sibling remains there, and returns their ids. */
export async function ungroupLoneCards(db: Queryable, owner: OwnerId, groups: readonly string[]): Promise<number[]> {
  return listIds(await updateGroupOfLoneCards(db, owner, groups));
}
