import { randomBytes } from "node:crypto";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { Share, SharedBy, sharingEndpoints } from "@repasa/contract/sharing.ts";
import type { Context } from "#context.ts";
import { hashToken } from "#features/auth/auth.token.ts";
import { countFollowers, endFollowing, renameSource } from "#features/followers/followers.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Client } from "#platform/http/call.ts";
import {
  countShares,
  deleteEndedShares,
  endSharesOf,
  insertShare,
  lockFolderToShare,
  lockLivingShare,
  lockShares,
  type ShareRow,
  selectFirstName,
  selectFoldersOfShares,
  selectSharedFolder,
  selectShareOfToken,
  selectSharer,
  selectShares,
  updateShowName,
} from "./sharing.queries.ts";

const DAY_MS = 86_400_000;
const MAX_SHARES = 20;
const MAX_SHARES_A_DAY = 30;
const TOKEN_BYTES = 16;

type Options = BodyOf<typeof sharingEndpoints.create>;

export async function createShare(
  ctx: Context,
  owner: OwnerId,
  now: Date,
  folderId: number,
  { showName = false }: Options,
): Promise<Share> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await ctx.db.transaction(async (transaction) => {
    await lockShares(transaction, owner);
    if (!(await lockFolderToShare(transaction, owner, folderId))) throw folderNotFound();
    await requireSharer(ctx, transaction, owner);
    await requireRoomForShare(transaction, owner, now);
    return insertShare(transaction, owner, { folderId, token, tokenHash: hashToken(token), showName }, now);
  });
  return toShare(ctx, row, 0);
}

async function requireSharer({ config }: Context, db: Queryable, owner: OwnerId): Promise<void> {
  const sharer = await selectSharer(db, owner);
  if (!sharer) throw new AppError("unauthorized", "Unauthorized");
  if (!sharer.isEmailVerified) {
    throw new AppError(
      "email_unconfirmed",
      "Confirma antes tu correo: abre el enlace que te enviamos o pide otro en Ajustes.",
    );
  }
  if (sharer.sharingBarredAt !== null) {
    throw new AppError(
      "sharing_barred",
      `Tu cuenta ya no puede compartir carpetas. Si crees que es un error, escríbenos a ${config.supportEmail}.`,
    );
  }
}

async function requireRoomForShare(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await deleteEndedShares(db, owner, yesterday);
  const { living, recent, oldest } = await countShares(db, owner, yesterday);
  if (living >= MAX_SHARES) {
    throw new AppError("conflict", `Ya tienes ${MAX_SHARES} enlaces. Elimina alguno para crear otro.`);
  }
  if (recent >= MAX_SHARES_A_DAY) {
    const waits = (oldest ?? now).getTime() - yesterday.getTime();
    throw new AppError("rate_limited", `Puedes crear ${MAX_SHARES_A_DAY} enlaces al día. Inténtalo mañana.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waits / 1000)),
    });
  }
}

export async function listShares(ctx: Context, owner: OwnerId): Promise<Share[]> {
  return toShares(ctx, owner, await selectShares(ctx.db, owner));
}

export function listFoldersOfShares({ db }: Context, owner: OwnerId): Promise<SharedBy[]> {
  return selectFoldersOfShares(db, owner);
}

export async function listSharesOfFolder(ctx: Context, owner: OwnerId, folderId: number): Promise<Share[]> {
  if ((await selectSharedFolder(ctx.db, owner, folderId)) === undefined) throw folderNotFound();
  return toShares(ctx, owner, await selectShares(ctx.db, owner, { folderId }));
}

export async function changeShare(ctx: Context, owner: OwnerId, id: number, { showName }: Options): Promise<Share> {
  const [row] = await selectShares(ctx.db, owner, { id });
  if (!row) throw shareNotFound();
  if (showName !== undefined) {
    await ctx.db.transaction(async (transaction) => {
      await updateShowName(transaction, owner, id, showName);
      const fromName = await findShownName(transaction, { author: owner, showName });
      await renameSource(ctx, transaction, owner, { via: { carrier: "share", ids: [id] } }, fromName);
    });
  }
  const [share] = await toShares(ctx, owner, [{ ...row, showName: showName ?? row.showName }]);
  return share as Share;
}

export async function endShare(ctx: Context, owner: OwnerId, now: Date, id: number): Promise<void> {
  const ended = await ctx.db.transaction((transaction) => endShares(ctx, transaction, owner, { id }, now));
  if (ended === 0) throw shareNotFound();
}

/** Ends the living links of an account, or one of them, for everybody. Returns how many have ended. */
export async function endShares(
  ctx: Pick<Context, "enqueue">,
  transaction: Queryable,
  owner: OwnerId,
  only: { id?: number },
  now: Date,
): Promise<number> {
  const ids = await endSharesOf(transaction, owner, only, now);
  if (ids.length > 0) await endFollowing(ctx, transaction, owner, { via: { carrier: "share", ids } });
  return ids.length;
}

/**
 * Ends all sharing of folders, or of a whole account: their links, and what else carries them to followers, who are told. Each
 * function that deletes folders must call it in its transaction, after deleting them, so that it sees a follow that was being stored.
 */
export async function endSharing(
  ctx: Pick<Context, "enqueue">,
  transaction: Queryable,
  owner: OwnerId,
  of: { folderIds: readonly number[] } | "account",
  now: Date,
): Promise<void> {
  const only = of === "account" ? {} : of;
  await endSharesOf(transaction, owner, only, now);
  await endFollowing(ctx, transaction, owner, only);
}

/** A living link, as whoever has its token finds it. */
export type FoundShare = Pick<ShareRow, "id" | "folderId" | "showName"> & { author: OwnerId };

/**
 * Finds a living link by its token. Ended links and unknown tokens are the same error, and count: a client has 30 of them an hour, on
 * all routes together, and then finds no link.
 */
export async function findShare(ctx: Context, { address }: Client, token: string): Promise<FoundShare> {
  await ctx.throttle.require("shareTokenAddress", address);
  const known = await selectShareOfToken(ctx.db, hashToken(token));
  const [row] = known ? await selectShares(ctx.db, known.author, { id: known.id }) : [];
  if (known && row) return { id: row.id, folderId: row.folderId, showName: row.showName, author: known.author };
  await ctx.throttle.take("shareTokenAddress", address);
  throw shareEnded();
}

/**
 * Locks a link that was found, so that it does not change before the transaction ends. Returns the name that it shows of its author, null
 * if it shows none; undefined if it has ended.
 */
export async function lockShare(
  transaction: Queryable,
  { author, id }: Pick<FoundShare, "author" | "id">,
): Promise<string | null | undefined> {
  const locked = await lockLivingShare(transaction, author, id);
  return locked && findShownName(transaction, { author, ...locked });
}

/** Returns the name that a link shows of its author; null if it shows none. */
export async function findShownName(
  db: Queryable,
  { author, showName }: Pick<FoundShare, "author" | "showName">,
): Promise<string | null> {
  return showName ? selectFirstName(db, author) : null;
}

/** Returns the error of an ended link, which is that of an unknown token. */
export function shareEnded(): AppError {
  return notFound("Este enlace no existe o ya no está disponible");
}

async function toShares(ctx: Context, owner: OwnerId, rows: readonly ShareRow[]): Promise<Share[]> {
  const followers = await countFollowers(ctx.db, owner, "share");
  return rows.map((row) => toShare(ctx, row, followers.get(row.id) ?? 0));
}

function toShare({ appUrl }: Context, { id, token, showName, createdAt }: ShareRow, followers: number): Share {
  // Only ended links have no token.
  const shown = token ?? "";
  return { id, token: shown, url: `${appUrl()}/c/${shown}`, createdAt: createdAt.toISOString(), showName, followers };
}

function folderNotFound(): AppError {
  return notFound("La carpeta no existe");
}

function shareNotFound(): AppError {
  return notFound("El enlace no existe");
}
