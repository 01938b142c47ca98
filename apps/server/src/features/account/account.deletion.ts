import type { AccountDeletion, accountEndpoints } from "@repasa/contract/account.ts";
import type { Context } from "#context.ts";
import { closeAccount, findReopenableUntil } from "#features/auth/auth.closing.ts";
import { confirmDeletion } from "#features/auth/auth.password-check.ts";
import { canSendDeletionLetter, enqueueDeletionLetter } from "#features/auth/auth.service.ts";
import { forgetSessions } from "#features/auth/auth.sessions.ts";
import { findOtherUsersTokens, setDeviceTokens } from "#features/auth/devices/devices.service.ts";
import { endPayments } from "#features/billing/billing.deletion.ts";
import { leaveClasses } from "#features/classes/classes.deletion.ts";
import { requireFactor } from "#features/factors/factors.confirmation.ts";
import { createSecondFactor } from "#features/factors/factors.sign-in.ts";
import { forgetFollower } from "#features/followers/followers.service.ts";
import { endShares, endSharing } from "#features/sharing/sharing.service.ts";
import { isLockTimeout } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { BodyOf, Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { deleteRowsByAddress, deleteUser, selectClosedAccounts } from "./account.queries.ts";

const MAX_DELETION_ATTEMPTS = 20;

/** Returns until when a deletion requested now would wait; null if it would not. */
export async function readDeletion(ctx: Context, owner: OwnerId, now: Date): Promise<AccountDeletion> {
  const waitsUntil = await findReopenableUntil(ctx.db, owner, now);
  return { waitsUntil: waitsUntil?.toISOString() ?? null };
}

/** Deletes the account, or only closes it while an old address can still take it back. */
export async function deleteAccount(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  { password }: BodyOf<typeof accountEndpoints.deleteAccount>,
): Promise<void> {
  await requireFactor(ctx, owner, caller);
  await confirmDeletion(ctx, owner, caller, password);
  const others = await findOtherUsersTokens(ctx.db, owner, caller.device);
  const waitsUntil = await findReopenableUntil(ctx.db, owner, caller.moment.now);
  await endPayments(ctx, owner, waitsUntil, () =>
    waitsUntil === null
      ? deleteAccountData(ctx, owner, caller.moment.now)
      : closeAccount(ctx, owner, caller.moment, createSecondFactor(ctx), async (db, email) => {
          await deleteRowsByAddress(db, owner, email);
          await endShares(ctx, db, owner, {}, caller.moment.now);
        }),
  );
  logSecurityEvent(ctx, caller, owner, { event: waitsUntil === null ? "account_deleted" : "account_closed" });
  caller.cookie.clear();
  setDeviceTokens(caller, others);
}

/** Deletes the closed accounts that no old address can take back any more. A deletion that fails is retried by the next run. */
export async function deleteClosedAccounts(ctx: Context, now: Date, signal?: AbortSignal): Promise<void> {
  for (const owner of await selectClosedAccounts(ctx.db, now)) {
    signal?.throwIfAborted();
    try {
      await endPayments(ctx, owner, null, () => deleteAccountData(ctx, owner, now, true));
      logSecurityEvent(ctx, null, owner, { event: "account_deleted" });
    } catch (error) {
      // Another run has deleted the account, or its owner has taken it back.
      if (error instanceof AppError && error.code === "unauthorized") continue;
      ctx.log.error({ err: error, accountId: owner }, "a closed account could not be deleted");
    }
  }
}

export async function deleteAccountData(ctx: Context, owner: OwnerId, now: Date, isClosed = false): Promise<void> {
  const sendsLetter = await canSendDeletionLetter(ctx, owner);
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await deleteUser(
        ctx.db,
        owner,
        { now, isClosed },
        {
          before: async (db) => {
            await endSharing(ctx, db, owner, "account", now);
            await forgetFollower(db, owner);
            await leaveClasses(ctx, db, owner);
          },
          after: async (db, email) => {
            await forgetSessions(ctx, db, owner);
            if (sendsLetter) await enqueueDeletionLetter(ctx, db, email);
          },
        },
      );
      if (outcome === "deleted") return;
      if (outcome === "missing") throw new AppError("unauthorized", "Unauthorized");
      if (outcome === "reopenable") throw new AppError("conflict", "La cuenta acaba de cambiar. Inténtalo de nuevo.");
      throw new AppError("conflict", "Termina el pago que has empezado e inténtalo de nuevo");
    } catch (error) {
      if (!isLockTimeout(error) || attempt === MAX_DELETION_ATTEMPTS) throw error;
    }
  }
}
