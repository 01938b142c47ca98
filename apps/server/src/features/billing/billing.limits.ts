import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import { hasPremium } from "#features/auth/auth.service.ts";
import type { OwnerId } from "#owner.ts";
import { countCards, countFolders, lockMaterials, selectPayer } from "./billing.queries.ts";

/** How many folders and cards an account without premium may hold; 0 is no limit. */
export type FreeLimits = { folders: number; cards: number };
export type Material = keyof FreeLimits;

/**
 * Does work that adds materials, in a transaction; when there are then more than a free account may hold, nothing of it
 * stays. What an account holds beyond the limits from better days is left alone.
 */
export type WithinLimits = <T>(
  owner: OwnerId,
  adds: readonly Material[],
  work: (transaction: Queryable) => Promise<T>,
) => Promise<T>;

const counts = { folders: countFolders, cards: countCards };
const names = { folders: "carpetas", cards: "cartas" };

export function createLimits(db: Queryable, limits: FreeLimits): WithinLimits {
  return (owner, adds, work) =>
    db.transaction(async (transaction) => {
      const limited = adds.filter((material) => limits[material] > 0);
      if (limited.length === 0 || (await isPremium(transaction, owner))) return work(transaction);
      // Counting what several add at once is only right one after another.
      await lockMaterials(transaction, owner);
      const result = await work(transaction);
      for (const material of limited) {
        if ((await counts[material](transaction, owner)) > limits[material])
          throw limitReached(material, limits[material]);
      }
      return result;
    });
}

export async function isPremium(db: Queryable, owner: OwnerId): Promise<boolean> {
  const user = await selectPayer(db, owner);
  return user !== undefined && hasPremium(user);
}

function limitReached(material: Material, limit: number): AppError {
  const room = `${limit.toLocaleString("es")} ${limit === 1 ? names[material].slice(0, -1) : names[material]}`;
  return new AppError("limit_reached", `Tu plan gratuito tiene sitio para ${room}. Con Premium no hay límite.`);
}
