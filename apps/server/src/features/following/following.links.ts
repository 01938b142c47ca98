// Following the folder of a link.
import type { NewFolder } from "@repasa/contract/following.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import { createLimitError, readRemainingRoom } from "#features/billing/billing.limits.ts";
import { countCards } from "#features/cards/cards.service.ts";
import { readFolder } from "#features/folders/folders.service.ts";
import { findOwnFolder } from "#features/followers/followers.service.ts";
import {
  addLink,
  addShareImport,
  findShareImport,
  listLinks,
  runShareImport,
} from "#features/imports/imports.sharing.ts";
import { wordImport } from "#features/imports/imports.wording.ts";
import { findMoment } from "#features/reminders/reminders.visits.ts";
import { type FoundShare, findShare, lockShare } from "#features/sharing/sharing.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Client } from "#platform/http/call.ts";
import { WithStatus } from "#platform/http/with-status.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { followingJobs } from "./following.jobs.ts";
import { selectSharedFields } from "./following.queries.ts";
import { type Followed, followFolder, MAX_CARDS_AT_ONCE, sourceEnded } from "./following.service.ts";

type Answer = NewFolder | CardImport;

/** Follows the folder of a link: at once, or by an import if it has more than `MAX_CARDS_AT_ONCE` cards. */
export async function followShare(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  client: Client,
  token: string,
): Promise<Answer | WithStatus<Answer>> {
  const share = await findShare(ctx, client, token);
  const isNew = (await findOwnFolder(ctx.db, owner, share)) === null;
  const cards = isNew ? await countCards(ctx, share.author, share.folderId) : 0;
  const begun = cards > MAX_CARDS_AT_ONCE ? await beginImport(ctx, owner, moment, share, cards) : null;
  if (begun) return new WithStatus(202, begun);
  const { folderId, existed, missingMedia } = await followFound(ctx, owner, moment, share);
  const folder = await readFolder(ctx, owner, moment, folderId);
  if (existed) return new WithStatus(200, folder);
  return missingMedia.length === 0 ? folder : { ...folder, missingMedia };
}

async function followFound(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  share: FoundShare,
  onPortion = async (_done: number) => {},
): Promise<Followed> {
  return followFolder(ctx, owner, moment, {
    author: share.author,
    folderId: share.folderId,
    via: { carrier: "share", id: share.id },
    lockCarrier: (transaction) => lockShare(transaction, share),
    onPortion,
  });
}

/** Returns the import that brings the folder, which an earlier call may have begun; null if it has just brought it. */
async function beginImport(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  share: FoundShare,
  cards: number,
): Promise<CardImport | null> {
  const room = await readRemainingRoom(ctx, owner);
  const fields = await selectSharedFields(ctx.db, share.author, share.folderId);
  if (!fields) throw sourceEnded();
  return ctx.db.transaction(async (transaction) => {
    const running = await findShareImport(transaction, owner, share);
    if (running) {
      await addLink(transaction, owner, running, share.id);
      return wordImport(running);
    }
    if ((await findOwnFolder(transaction, owner, share)) !== null) return null;
    if (room.folders !== null && room.folders < 1) throw createLimitError(ctx, "folders");
    if (room.cards !== null && room.cards < cards) throw createLimitError(ctx, "cards");
    const { author, folderId } = share;
    const row = await addShareImport(transaction, owner, moment, { author, folderId, name: fields.name, cards });
    await ctx.enqueue(transaction, followingJobs.bring, [{ userId: owner, importId: row.id, share }]);
    return wordImport(row);
  });
}

/** Does the work of an import that `followShare` has begun. */
export async function bringShare(
  ctx: Context,
  owner: OwnerId,
  importId: string,
  share: FoundShare,
  now: Date,
): Promise<void> {
  await runShareImport(ctx, owner, importId, async ({ total }, report) => {
    const moment = await findMoment(ctx, owner, now);
    const { folderId, missingMedia } = await followThroughLinks(ctx, owner, moment, { importId, share, report });
    return { cards: total, folderId, missingMedia };
  });
}

type Bringing = { importId: string; share: FoundShare; report: (done: number) => Promise<void> };

/** Follows through each link by which the folder was asked for, so that it is there unless all of them have ended. */
async function followThroughLinks(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { importId, share, report }: Bringing,
): Promise<Followed> {
  let brought: Followed | null = null;
  const tried = new Set<number>();
  for (;;) {
    const links = [share.id, ...(await listLinks(ctx, owner, importId))];
    const id = links.find((link) => !tried.has(link));
    if (id === undefined) break;
    tried.add(id);
    try {
      const followed = await followFound(ctx, owner, moment, { ...share, id }, report);
      brought ??= followed;
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
    }
  }
  if (!brought) throw sourceEnded();
  return brought;
}
