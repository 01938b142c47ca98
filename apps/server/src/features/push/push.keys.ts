import { type Context, perContext } from "#context.ts";
import { createVapidKeys, type VapidKeys } from "#platform/push/vapid.ts";
import { insertKeysOnce } from "./push.queries.ts";

/** The key pair once it was read: it never changes while a server runs. */
const cached = perContext(() => ({ keys: null as VapidKeys | null }));

/** Returns the key pair with which the installation signs its pushes. It is made when it is needed for the first time. */
export async function findKeys(ctx: Context): Promise<VapidKeys> {
  const cache = cached(ctx);
  cache.keys ??= await insertKeysOnce(ctx.db, createVapidKeys, ctx.clock.now());
  return cache.keys;
}
