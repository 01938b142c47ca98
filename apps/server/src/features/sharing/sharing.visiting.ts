// What anybody may do with the token of a link, with or without an account.
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { SAMPLE_CARDS, type SharedCard, type SharedFolder, type sharingEndpoints } from "@repasa/contract/sharing.ts";
import type { Context } from "#context.ts";
import { findOwnFolder } from "#features/followers/followers.service.ts";
import { mediaNotFound, readMedia } from "#features/media/media.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Client, Download, RequestedPart } from "#platform/http/call.ts";
import {
  countSharedCards,
  insertReport,
  isMediaShared,
  selectMediaOf,
  selectSample,
  selectSharedFolder,
} from "./sharing.queries.ts";
import { type FoundShare, findShare, findShownName, shareEnded } from "./sharing.service.ts";

/** Returns what a link shows to a caller, who may have no account. */
export async function openShare(
  ctx: Context,
  caller: OwnerId | null,
  client: Client,
  token: string,
): Promise<SharedFolder> {
  const share = await findShare(ctx, client, token);
  const mine = caller === null ? null : await findOwnFolder(ctx.db, caller, share);
  return { ...(await describeShare(ctx, share)), mine };
}

/** Returns what a link shows to everybody. */
export async function describeShare(
  { db }: Pick<Context, "db">,
  share: FoundShare,
): Promise<Omit<SharedFolder, "mine">> {
  const { author, folderId } = share;
  const [folder, cards, sample, firstName] = await Promise.all([
    selectSharedFolder(db, author, folderId),
    countSharedCards(db, author, folderId),
    selectSample(db, author, folderId, SAMPLE_CARDS),
    findShownName(db, share),
  ]);
  // The folder was deleted since the link was found.
  if (!folder) throw shareEnded();
  return { ...folder, cards, author: firstName, sample };
}

/** Returns what is known of the files that shown cards use. Files may be missing. */
export function describeMedia({ db }: Pick<Context, "db">, { author }: FoundShare, sample: readonly SharedCard[]) {
  return selectMediaOf(db, author, [...new Set(sample.flatMap(listMediaIdsOfCard))]);
}

/** Caches may keep what they got by a link for this long after it has ended. */
const CACHED_SECONDS = 300;

export async function readSharedMedia(
  ctx: Context,
  client: Client,
  { token, mediaId }: { token: string; mediaId: string },
  requested: RequestedPart,
): Promise<Download> {
  const { author, folderId } = await findShare(ctx, client, token);
  if (!(await isMediaShared(ctx.db, author, folderId, mediaId))) throw mediaNotFound();
  const file = await readMedia(ctx, author, mediaId, requested);
  return { ...file, headers: { ...file.headers, "cache-control": `private, max-age=${CACHED_SECONDS}` } };
}

/** Stores a report for the operators. The author does not see it, and nothing says who sent it. */
export async function reportShare(
  ctx: Context,
  client: Client,
  now: Date,
  token: string,
  { reason, text }: BodyOf<typeof sharingEndpoints.report>,
): Promise<{ message: string }> {
  const { author, id } = await findShare(ctx, client, token);
  await ctx.throttle.take("reportAddress", client.address);
  await insertReport(ctx.db, author, { shareId: id, reason, text }, now);
  return { message: "Gracias por avisarnos. Lo revisaremos." };
}
