import type { Context } from "#context.ts";
import { createToken, hashToken } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Caller, DeviceCookie } from "#platform/http/call.ts";
import { deleteOldestDevices, extendDevice, insertDevice, selectDevice, selectOwnDevices } from "./devices.queries.ts";

const YEAR_MS = 365 * 86_400_000;
const MAX_DEVICES = 50;

// These are the "device cookies" of OWASP (owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). A
// browser in which the owner has signed in before has its own limit of sign-in attempts. All other browsers share one limit, so
// strangers who reach it cannot lock the owner out.

/** Returns the hash of the token by which the account with this email knows the caller's browser; null if it does not. */
export async function findKnownDeviceHash(
  ctx: Context,
  email: string,
  { device, moment }: Pick<Caller, "device" | "moment">,
): Promise<string | null> {
  if (device.tokens.length === 0) return null;
  return (await selectDevice(ctx.db, email, device.tokens.map(hashToken), moment.now)) ?? null;
}

/**
 * Remembers the caller's browser for the user, and returns whether it was known before. A browser that was not known gets a new
 * token. Somebody else may have planted a token that it already had, and that person's browser would then count as known too.
 */
export async function rememberDevice(
  db: Queryable,
  owner: OwnerId,
  { device, moment: { now } }: Pick<Caller, "device" | "moment">,
): Promise<"known" | "new"> {
  const expiresAt = new Date(now.getTime() + YEAR_MS);
  const hash = await extendKnownToken(db, owner, device, { now, expiresAt });
  const knownToken = device.tokens.find((token) => hashToken(token) === hash);
  const token = knownToken ?? createToken();
  if (knownToken === undefined) {
    await insertDevice(db, owner, { tokenHash: hashToken(token), expiresAt, createdAt: now });
    await deleteOldestDevices(db, owner, MAX_DEVICES);
  }
  device.set([token, ...device.tokens.filter((other) => other !== token)], expiresAt);
  return knownToken === undefined ? "new" : "known";
}

/** Returns the browser's tokens that identify it to other users. Must run before the account and its tokens are deleted. */
export async function findOtherUsersTokens(db: Queryable, owner: OwnerId, { tokens }: DeviceCookie): Promise<string[]> {
  if (tokens.length === 0) return [];
  const ownHashes = await selectOwnDevices(db, owner, tokens.map(hashToken));
  return tokens.filter((token) => !ownHashes.includes(hashToken(token)));
}

/** Sets the browser's device cookie to these tokens, or clears the cookie if there are none. */
export function setDeviceTokens(
  { device, moment: { now } }: Pick<Caller, "device" | "moment">,
  tokens: string[],
): void {
  if (tokens.length === 0) device.clear();
  else device.set(tokens, new Date(now.getTime() + YEAR_MS));
}

async function extendKnownToken(
  db: Queryable,
  owner: OwnerId,
  { tokens }: DeviceCookie,
  times: { now: Date; expiresAt: Date },
) {
  return tokens.length === 0 ? undefined : extendDevice(db, owner, tokens.map(hashToken), times);
}
