import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { Folder, FolderStats, folderEndpoints } from "@repasa/contract/folders.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { omitUnchanged } from "#features/feed/feed.merging.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import { leaveAuthor } from "#features/followers/followers.service.ts";
import { countPendingByFolder } from "#features/schedule/schedule.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { endSharing } from "#features/sharing/sharing.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { chooseColors, chooseNewColor, toFace } from "./folders.faces.ts";
import {
  deleteFolder,
  type FolderRow,
  folderExists,
  insertFolder,
  lockCardsOfFolders,
  lockFolder,
  type NewFolder,
  selectAssigned,
  selectExamIdsOfFolder,
  selectFolder,
  selectFolderIdByClientId,
  selectFolders,
  selectFolderTotals,
  updateFolder,
} from "./folders.queries.ts";

export async function listFolders(ctx: Context, owner: OwnerId, moment: Moment): Promise<Folder[]> {
  await settlePastDays(ctx, owner, moment);
  const [rows, pending] = await Promise.all([selectFolders(ctx.db, owner), countPendingByFolder(ctx, owner, moment)]);
  const pendingByFolder = new Map(pending.map((counts) => [counts.folderId, counts]));
  return rows.map((row) => toFolder(row, pendingByFolder.get(row.id)));
}

export async function findFolders(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  ids: readonly number[],
): Promise<Folder[]> {
  if (ids.length === 0) return [];
  // Reads all folders, because a query for a few of them is slower: the planner misjudges the number of cards.
  const wanted = new Set(ids);
  return (await listFolders(ctx, owner, moment)).filter(({ id }) => wanted.has(id));
}

export async function readFolder(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<Folder> {
  const [row, counts] = await Promise.all([
    selectFolder(ctx.db, owner, id),
    countPendingInFolder(ctx, owner, moment, id),
  ]);
  if (!row) throw folderNotFound();
  return toFolder(row, counts);
}

export async function requireFolder(ctx: Context, owner: OwnerId, id: number): Promise<void> {
  if (!(await folderExists(ctx.db, owner, id))) throw folderNotFound();
}

export async function createFolder(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { clientId, ...fields }: BodyOf<typeof folderEndpoints.create>,
): Promise<Folder> {
  // A repeated request adds nothing, so it succeeds even at the limit.
  const created = clientId && (await selectFolderIdByClientId(ctx.db, owner, clientId));
  if (created) return readFolder(ctx, owner, moment, created);
  const values = { ...fields, clientId: clientId ?? null };
  const row = await withinLimits(ctx, owner, ["folders"], async (transaction, noted) => {
    const [automaticColor] = await chooseColors(transaction, owner, [fields]);
    const added = await insertFolder(transaction, owner, { ...values, automaticColor }, moment.now);
    noted.changed("folder", [added.id]);
    return added;
  });
  return toFolder({ ...row, cardCount: 0, hasStudiedCards: false, follows: null });
}

export async function changeFolder(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  { base, ...fields }: BodyOf<typeof folderEndpoints.update>,
): Promise<Folder> {
  const change = omitUnchanged(fields, base);
  if (Object.keys(change).length > 0) {
    await writeRecorded(ctx.db, owner, async (transaction, noted) => {
      if (!(await lockFolder(transaction, owner, id))) throw folderNotFound();
      const automaticColor = await chooseNewColor(transaction, owner, id, change);
      await updateFolder(transaction, owner, id, { ...change, automaticColor }, moment.now);
      noted.changed("folder", [id]);
      // Exams show the names and faces of their folders.
      noted.changed("exam", await selectExamIdsOfFolder(transaction, owner, id));
    });
  }
  return readFolder(ctx, owner, moment, id);
}

export async function removeFolder(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    if (!(await lockFolder(transaction, owner, id))) throw folderNotFound();
    // The cascade would lock them in the order in which it finds them.
    const contents = await lockContents(transaction, owner, [id]);
    noted.changed("exam", await selectExamIdsOfFolder(transaction, owner, id));
    // Notes the cards as changed, of which only those in other folders remain.
    await leaveAuthor(transaction, noted, owner, id);
    noted.gone("card", contents, moment.now);
    await deleteFolder(transaction, owner, id);
    await endSharing(ctx, transaction, owner, { folderIds: [id] }, moment.now);
    noted.gone("folder", [id], moment.now);
  });
}

/** Locks a folder until the transaction ends, without marking it as changed. */
export async function lockOwnFolder(transaction: Queryable, owner: OwnerId, id: number): Promise<void> {
  if (!(await lockFolder(transaction, owner, id))) throw folderNotFound();
}

/** Adds a folder that follows an author's, with the fields that this one has, and returns its id. */
export async function addFollowingFolder(
  transaction: Queryable,
  owner: OwnerId,
  fields: Omit<NewFolder, "automaticColor" | "clientId">,
  now: Date,
): Promise<number> {
  const [automaticColor = null] = await chooseColors(transaction, owner, [fields]);
  return (await insertFolder(transaction, owner, { ...fields, automaticColor, clientId: null }, now)).id;
}

/** Returns whether a class has assigned a folder. */
export function isAssigned(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  return selectAssigned(db, owner, id);
}

/** Locks the cards of folders, in the order of their ids, and returns these. The caller has locked the folders. */
export function lockContents(transaction: Queryable, owner: OwnerId, folderIds: readonly number[]): Promise<number[]> {
  return lockCardsOfFolders(transaction, owner, folderIds);
}

export async function folderStats(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<FolderStats> {
  const [totals, { total, newWaiting, dueWaiting }] = await Promise.all([
    selectFolderTotals(ctx.db, owner, id),
    countPendingInFolder(ctx, owner, moment, id),
  ]);
  if (!totals) throw folderNotFound();
  return { ...totals, dueCards: total, newWaiting, dueWaiting };
}

async function countPendingInFolder(ctx: Context, owner: OwnerId, moment: Moment, id: number) {
  await settlePastDays(ctx, owner, moment);
  const folder = (await countPendingByFolder(ctx, owner, moment)).find(({ folderId }) => folderId === id);
  return folder ?? NONE;
}

export function folderNotFound() {
  return notFound("La carpeta no existe");
}

const NONE = { total: 0, newWaiting: 0, dueWaiting: 0 };

function toFolder(row: FolderRow, { total, dueWaiting }: typeof NONE = NONE): Folder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    difficultyLevel: row.difficultyLevel,
    language: row.language,
    ...toFace(row),
    answerMode: row.answerMode ?? "flip",
    answerModeChosen: row.answerMode !== null,
    strictAccents: row.strictAccents,
    colorChosen: row.color !== null,
    iconChosen: row.icon !== null,
    hasStudiedCards: row.hasStudiedCards,
    cardCount: row.cardCount,
    dueCount: total,
    dueWaiting,
    follows: row.follows,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
