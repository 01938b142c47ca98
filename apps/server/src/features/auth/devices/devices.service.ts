import type { Context } from "#context.ts";
import { newToken, tokenHash } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Caller, DeviceCookie } from "#platform/http/call.ts";
import { deleteOldestDevices, insertDevice, prolongDevice, selectDevice, selectOwnDevices } from "./devices.queries.ts";

const YEAR_MS = 365 * 86_400_000;
const MAX_DEVICES = 50;

// "Device cookies" of OWASP (owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies): a browser in
// which the owner has signed in has attempts of its own, so that strangers who use up theirs do not lock the owner out.

/** Returns the token hash by which the account of this address knows the caller's browser; null if it does not know it. */
export async function knownDevice(
  ctx: Context,
  email: string,
  { device, moment }: Pick<Caller, "device" | "moment">,
): Promise<string | null> {
  if (device.tokens.length === 0) return null;
  return (await selectDevice(ctx.db, email, device.tokens.map(tokenHash), moment.now)) ?? null;
}

/**
 * Stores that the user knows the browser, and returns whether it was known before. A token from a browser that the user does not know is
 * never reused, because somebody else might have put it there.
 */
export async function rememberDevice(
  db: Queryable,
  owner: OwnerId,
  { device, moment: { now } }: Pick<Caller, "device" | "moment">,
): Promise<"known" | "new"> {
  const expiresAt = new Date(now.getTime() + YEAR_MS);
  const hash = await prolongToken(db, owner, device, { now, expiresAt });
  const known = device.tokens.find((token) => tokenHash(token) === hash);
  const token = known ?? newToken();
  if (known === undefined) {
    await insertDevice(db, owner, { tokenHash: tokenHash(token), expiresAt, createdAt: now });
    await deleteOldestDevices(db, owner, MAX_DEVICES);
  }
  device.set([token, ...device.tokens.filter((other) => other !== token)], expiresAt);
  return known === undefined ? "new" : "known";
}

/** Returns the browser's tokens by which other users know it. Must run before the account is deleted. */
export async function selectOthersTokens(db: Queryable, owner: OwnerId, { tokens }: DeviceCookie): Promise<string[]> {
  if (tokens.length === 0) return [];
  const own = await selectOwnDevices(db, owner, tokens.map(tokenHash));
  return tokens.filter((token) => !own.includes(tokenHash(token)));
}

/** Sets the browser's device cookie to these tokens, and clears it without any. */
export function setDeviceTokens(
  { device, moment: { now } }: Pick<Caller, "device" | "moment">,
  tokens: string[],
): void {
  if (tokens.length === 0) device.clear();
  else device.set(tokens, new Date(now.getTime() + YEAR_MS));
}

async function prolongToken(
  db: Queryable,
  owner: OwnerId,
  { tokens }: DeviceCookie,
  until: { now: Date; expiresAt: Date },
) {
  return tokens.length === 0 ? undefined : prolongDevice(db, owner, tokens.map(tokenHash), until);
}
