import type { AddedFactor, ConfirmationMethods, Proof } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { checkPassword } from "#features/auth/auth.password-check.ts";
import { claimConfirmation, lastConfirmation, noteConfirmation } from "#features/auth/auth.sessions.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { isRateLimited } from "#platform/http/throttle.ts";
import { logSecurityEvent, type Means } from "#platform/logging/security-log.ts";
import type { Factor } from "./factors.jobs.ts";
import { selectApp, selectHasFactor, selectPasskeys, spendTimeStep } from "./factors.queries.ts";
import { hashRecoveryCode, redeemRecoveryCode } from "./factors.recovery.ts";
import { findTimeStep } from "./factors.totp.ts";
import { type Browser, createPasskeyRequest, verifyPasskey, wrongPasskey } from "./factors.webauthn.ts";

const RECENT_MS = 10 * 60_000;

/** Throws unless the user has recently confirmed who they are: by a second factor if the account has one, otherwise by the password. */
export async function requireConfirmation(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  await requireRecent(ctx, caller, (await selectHasFactor(ctx.db, owner)) ? "factor" : "password");
}

/**
 * Does the same for calls that do not change how people sign in to the account. A sign-in within the last ten minutes is enough
 * for them: if the account has a second factor, it was shown then.
 */
export async function requireRecentSignIn(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  await requireRecent(ctx, caller, (await selectHasFactor(ctx.db, owner)) ? "factor" : "sign-in");
}

/** Does the same for calls that require the password anyway: without a second factor nothing more is needed. */
export async function requireFactor(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  if (await selectHasFactor(ctx.db, owner)) await requireConfirmation(ctx, owner, caller);
}

/** Returns the methods by which the account's user can confirm who they are, with the browser's request for a passkey. */
export async function readMethods(
  ctx: Context,
  owner: OwnerId,
  browser: Browser,
  now: Date,
): Promise<ConfirmationMethods> {
  const [passkeys, app] = [await selectPasskeys(ctx.db, owner), await selectApp(ctx.db, owner)];
  const hasApp = app?.active === true;
  return {
    password: passkeys.length === 0 && !hasApp,
    app: hasApp,
    passkey: passkeys.length > 0 ? await createPasskeyRequest(ctx, browser, now, passkeys) : null,
  };
}

export async function confirmationMethods(ctx: Context, owner: OwnerId, caller: Caller): Promise<ConfirmationMethods> {
  return readMethods(ctx, owner, { token: requireSessionToken(caller), purpose: "confirm" }, caller.moment.now);
}

export async function confirm(ctx: Context, owner: OwnerId, caller: Caller, proof: Proof): Promise<void> {
  if (proof.password !== undefined) {
    await checkPassword(ctx, owner, caller, proof.password);
    return noteConfirmation(ctx, caller, "password");
  }
  const token = requireSessionToken(caller);
  const budget = { rule: "factorSession", key: token } as const;
  const before = await lastConfirmation(ctx, caller, "factor");
  // If the claim fails, a concurrent call has confirmed the session already.
  const claim = (db: Queryable) => claimConfirmation(db, owner, caller, before);
  const by = await verifyFactor(
    ctx,
    owner,
    { token, purpose: "confirm", budget, claim },
    proof,
    caller.moment.now,
  ).catch((error: unknown) => {
    const reason = isRateLimited(error) ? "rate_limited" : "factor";
    if (error instanceof AppError) logSecurityEvent(ctx, caller, owner, { event: "confirmation_refused", reason });
    throw error;
  });
  if (by === "recovery_code") logSecurityEvent(ctx, caller, owner, { event: "recovery_code_used" });
}

/** The limit that attempts at an app's codes count against. */
export type Budget = { rule: "factorAccount" | "factorDevice" | "factorSession"; key: string };

/** Claims the sign-in or the confirmation that a factor is shown for. Returns false if another call has claimed it. */
export type Claim = (db: Queryable) => Promise<boolean>;

/**
 * Verifies a code or passkey and returns its kind, or null if another call has taken the claim. Throws if it is not one of the
 * account's. Codes of an app can be guessed, so attempts are counted. A recovery code is spent in the transaction of the claim, so
 * that of several sent at once only one is spent.
 */
export async function verifyFactor(
  ctx: Context,
  owner: OwnerId,
  { budget, claim, ...browser }: Browser & { budget: Budget; claim: Claim },
  { code, passkey }: Omit<Proof, "password">,
  now: Date,
): Promise<Exclude<Means, "password"> | null> {
  if (passkey !== undefined) {
    if ((await verifyPasskey(ctx, browser, passkey, now)).userId !== owner) throw wrongPasskey();
    return (await claim(ctx.db)) ? "passkey" : null;
  }
  if (code === undefined) throw new AppError("validation_failed", "Escribe el código");
  const typed = code.replace(/[\s-]/g, "");
  const hash = hashRecoveryCode(typed);
  if (hash !== null) {
    return ctx.db.transaction(async (transaction) => {
      if (!(await claim(transaction))) return null;
      if (!(await redeemRecoveryCode(ctx, transaction, owner, hash))) throw wrongCode();
      return "recovery_code";
    });
  }
  await ctx.throttle.take(budget.rule, budget.key);
  if (!(await spendAppCode(ctx, owner, typed, now))) throw wrongCode();
  await ctx.throttle.forget(budget.rule, budget.key);
  return (await claim(ctx.db)) ? "app" : null;
}

/** Returns whether an app's code is valid, and records its use. */
async function spendAppCode(ctx: Context, owner: OwnerId, code: string, now: Date): Promise<boolean> {
  const app = await selectApp(ctx.db, owner);
  const step = app?.active ? findTimeStep(app.secret, code, now) : null;
  return app !== undefined && step !== null && spendTimeStep(ctx.db, owner, app, step);
}

/** Logs that a factor was added, and that recovery codes were made with the first one. */
export function logAddedFactor(
  ctx: Context,
  caller: Caller,
  owner: OwnerId,
  factor: Factor,
  { recoveryCodes }: AddedFactor,
): void {
  logSecurityEvent(ctx, caller, owner, { event: "factor_added", factor });
  if (recoveryCodes !== null) logSecurityEvent(ctx, caller, owner, { event: "recovery_codes_made" });
}

async function requireRecent(ctx: Context, caller: Caller, how: "password" | "factor" | "sign-in"): Promise<void> {
  const last = await lastConfirmation(ctx, caller, how);
  if (last === null || caller.moment.now.getTime() - last.getTime() >= RECENT_MS) throw confirmationRequired();
}

function wrongCode(): AppError {
  return new AppError("invalid_credentials", "El código no es correcto o ya se ha usado");
}

/** Returns the session's token, which every call that requires a session has. */
export function requireSessionToken({ cookie }: Caller): string {
  if (cookie.token === null) throw new AppError("unauthorized", "Unauthorized");
  return cookie.token;
}

function confirmationRequired(): AppError {
  return new AppError("confirmation_required", "Confirma que eres tú para continuar");
}
