import type { Factors } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { endAccess, lockSignedIn } from "#features/auth/auth.sessions.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { readRecentSignInEnd, requireConfirmation } from "./factors.confirmation.ts";
import { factorsJobs } from "./factors.jobs.ts";
import {
  countRecoveryCodes,
  deleteFactors,
  deleteSteps,
  lockOwner,
  selectApp,
  selectHasFactor,
  selectPasskeys,
} from "./factors.queries.ts";
import { replaceRecoveryCodes } from "./factors.recovery.ts";

export async function readFactors(ctx: Context, owner: OwnerId, caller: Caller): Promise<Factors> {
  const { db } = ctx;
  const [passkeys, app] = [await selectPasskeys(db, owner), await selectApp(db, owner)];
  const isOn = passkeys.length > 0 || app?.active === true;
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    app: app?.active ? { since: app.createdAt.toISOString() } : null,
    recoveryCodes: isOn ? await countRecoveryCodes(db, owner) : null,
    exportableUntil: (await readRecentSignInEnd(ctx, caller, isOn))?.toISOString() ?? null,
  };
}

export async function renewRecoveryCodes(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  await requireConfirmation(ctx, owner, caller);
  const renewed = await ctx.db.transaction(async (transaction) => {
    await lockSignedIn(transaction, owner, caller);
    if (!(await selectHasFactor(transaction, owner))) {
      throw new AppError("conflict", "Añade antes una llave de acceso o una aplicación de códigos");
    }
    await ctx.enqueue(transaction, factorsJobs.notice, [{ userId: owner, notice: "recovery_codes_renewed" }]);
    return { recoveryCodes: await replaceRecoveryCodes(transaction, owner, caller.moment.now) };
  });
  logSecurityEvent(ctx, caller, owner, { event: "recovery_codes_made" });
  return renewed;
}

/** Cancels sign-ins that wait for a second factor. */
export async function cancelSignIns(db: Queryable, owner: OwnerId): Promise<void> {
  await deleteSteps(db, owner);
}

/** Removes all factors, for an owner whom support has identified. Returns how many there were; without any, nothing else is done. */
export async function removeFactors(
  ctx: Pick<Context, "db" | "enqueue" | "sessions">,
  owner: OwnerId,
): Promise<number> {
  return ctx.db.transaction(async (transaction) => {
    await lockOwner(transaction, owner);
    const { factors } = await deleteFactors(transaction, owner);
    if (factors === 0) return 0;
    // Somebody else may have added the factors and be signed in with them.
    await endAccess(ctx, transaction, owner);
    await ctx.enqueue(transaction, factorsJobs.notice, [{ userId: owner, notice: "factors_removed" }]);
    return factors;
  });
}
