import type { NewFolder } from "@repasa/contract/following.ts";
import type { Context } from "#context.ts";
import { readFolder } from "#features/folders/folders.service.ts";
import { findShare, findShownName, lockShare } from "#features/sharing/sharing.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Client } from "#platform/http/call.ts";
import { WithStatus } from "#platform/http/with-status.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { followFolder } from "./following.service.ts";

/** Follows the folder of a link. */
export async function followShare(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  client: Client,
  token: string,
): Promise<NewFolder | WithStatus<NewFolder>> {
  const share = await findShare(ctx, client, token);
  const { folderId, existed, missingMedia } = await followFolder(ctx, owner, moment, {
    author: share.author,
    folderId: share.folderId,
    via: { carrier: "share", id: share.id },
    fromName: await findShownName(ctx.db, share),
    lockCarrier: (transaction) => lockShare(transaction, share),
  });
  const folder = await readFolder(ctx, owner, moment, folderId);
  if (existed) return new WithStatus(200, folder);
  return missingMedia.length === 0 ? folder : { ...folder, missingMedia };
}
