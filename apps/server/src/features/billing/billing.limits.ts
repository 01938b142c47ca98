import type { Context } from "#context.ts";
import { hasPremium } from "#features/auth/auth.service.ts";
import { type NotedChanges, writeRecorded } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Config } from "#platform/process/config.ts";
import { countCards, countFolders, lockMaterials, selectPayer } from "./billing.queries.ts";

export type Material = keyof Config["freeLimits"];

/** The part of the configuration that limits depend on. Import processes receive only this part. */
export type PlanLimits = Pick<Config, "freeLimits"> & { readonly stripe: object | null };

const counts = { folders: countFolders, cards: countCards };
const names = { folders: "carpetas", cards: "cartas" };

/**
 * Runs `work`, which adds materials, in a transaction that fails with `limit_reached` if a free account then holds more than its
 * limit. Materials that already exceeded the limit stay. The changes that `work` notes are recorded last.
 *
 * @param adds The materials that `work` adds, which may depend on its result.
 */
export function withinLimits<T>(
  { db, config }: Pick<Context, "db"> & { config: PlanLimits },
  owner: OwnerId,
  adds: readonly Material[] | ((result: T) => readonly Material[]),
  work: (transaction: Queryable, noted: NotedChanges) => Promise<T>,
): Promise<T> {
  const { freeLimits, stripe } = config;
  return writeRecorded(db, owner, async (transaction, noted) => {
    const result = await work(transaction, noted);
    const added = typeof adds === "function" ? adds(result) : adds;
    const limited = added.filter((material) => freeLimits[material] > 0);
    if (limited.length === 0 || (await isPremium(transaction, owner))) return result;
    // Without the lock, two concurrent additions could each miss the other's rows. It is taken after the work, which may take long.
    await lockMaterials(transaction, owner);
    for (const material of limited) {
      const limit = freeLimits[material];
      if ((await counts[material](transaction, owner)) > limit) throw limitReached(material, limit, stripe !== null);
    }
    return result;
  });
}

/** Returns how many more folders and cards a user may add; null for no limit. */
export async function readRemainingRoom(
  { db, config: { freeLimits } }: Pick<Context, "db"> & { config: PlanLimits },
  owner: OwnerId,
): Promise<Record<Material, number | null>> {
  const premium = await isPremium(db, owner);
  const room = async (material: Material) =>
    premium || freeLimits[material] === 0
      ? null
      : Math.max(0, freeLimits[material] - (await counts[material](db, owner)));
  return { folders: await room("folders"), cards: await room("cards") };
}

/** Returns the error for a free account that has reached its limit. */
export function createLimitError(
  { config: { freeLimits, stripe } }: { config: PlanLimits },
  material: Material,
): AppError {
  return limitReached(material, freeLimits[material], stripe !== null);
}

export async function isPremium(db: Queryable, owner: OwnerId): Promise<boolean> {
  const user = await selectPayer(db, owner);
  return user !== undefined && hasPremium(user);
}

function limitReached(material: Material, limit: number, sold: boolean): AppError {
  const room = `${limit.toLocaleString("es")} ${limit === 1 ? names[material].slice(0, -1) : names[material]}`;
  const text = `Tu plan gratuito tiene sitio para ${room}.`;
  return new AppError("limit_reached", sold ? `${text} Con Premium no hay límite.` : text);
}
