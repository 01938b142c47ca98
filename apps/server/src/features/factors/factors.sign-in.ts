import type { User } from "@repasa/contract/auth.ts";
import type { ConfirmationMethods, PasskeyRequest, Proof, ShownPasskey } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { takeMailboxRoom } from "#features/auth/auth.address.ts";
import { logRefusedSignIn } from "#features/auth/auth.attempts.ts";
import type { SecondFactor } from "#features/auth/auth.second-factor.ts";
import { readAddress, signInOwner } from "#features/auth/auth.service.ts";
import { createToken, hashToken } from "#features/auth/auth.token.ts";
import { findKnownDeviceHash } from "#features/auth/devices/devices.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import {
  type Budget,
  readMethodsForBrowser,
  requireFactor,
  requireRecentSignIn,
  verifyFactor,
} from "./factors.confirmation.ts";
import { factorsJobs } from "./factors.jobs.ts";
import {
  countStepTry,
  deleteExpiredSteps,
  deleteFactors,
  insertStep,
  selectHadFactor,
  selectHasFactor,
  selectStep,
  spendStep,
} from "./factors.queries.ts";
import { createPasskeyRequest, verifyPasskey } from "./factors.webauthn.ts";

const STEP_MS = 10 * 60_000;
const MAX_STEP_TRIES = 5;

/** Implements the checks of a second factor when signing in and before changes of the account. */
export function createSecondFactor(ctx: Context): SecondFactor {
  return {
    async requireAtSignIn({ id, passwordHash }, { moment, step }) {
      if (!(await selectHasFactor(ctx.db, id))) return;
      const token = createToken();
      const expiresAt = new Date(moment.now.getTime() + STEP_MS);
      await deleteExpiredSteps(ctx.db, moment.now);
      await insertStep(ctx.db, id, { tokenHash: hashToken(token), passwordHash, tries: 0, expiresAt });
      step.set(token, expiresAt);
      throw new AppError("second_factor_required", "Falta un paso: confirma que eres tú");
    },
    requireFactor: (owner, caller) => requireFactor(ctx, owner, caller),
    requireRecentSignIn: (owner, caller) => requireRecentSignIn(ctx, owner, caller),
    existedAt: selectHadFactor,
    remove: async (db, owner) => {
      await deleteFactors(db, owner);
    },
    withdraw: async (db, owner, cause, after) => {
      const { factors, codes } = await deleteFactors(db, owner, after);
      if (factors + codes === 0) return;
      const left = await selectHasFactor(db, owner);
      await ctx.enqueue(db, factorsJobs.notice, [{ userId: owner, notice: "factors_withdrawn", cause, left }]);
    },
  };
}

export async function readSecondFactorMethods(ctx: Context, { moment, step }: Caller): Promise<ConfirmationMethods> {
  const pendingStep = step.token === null ? undefined : await selectStep(ctx.db, hashToken(step.token), moment.now);
  if (step.token === null || !pendingStep) throw stepExpired();
  return readMethodsForBrowser(ctx, pendingStep.userId, { token: step.token, purpose: "second-factor" }, moment.now);
}

export async function finishSignIn(ctx: Context, caller: Caller, proof: Omit<Proof, "password">): Promise<User> {
  const { moment, step } = caller;
  if (step.token === null) throw stepExpired();
  const hash = hashToken(step.token);
  const pendingStep = await countStepTry(ctx.db, hash, { now: moment.now, maxTries: MAX_STEP_TRIES });
  if (!pendingStep) throw stepExpired();
  const email = await readAddress(ctx, pendingStep.userId);
  if (email === null) throw stepExpired();
  const device = await findKnownDeviceHash(ctx, email, caller);
  const budget: Budget =
    device === null
      ? { rule: "factorAccount", key: String(pendingStep.userId) }
      : { rule: "factorDevice", key: device };
  const claim = (db: Queryable) => spendStep(db, pendingStep.userId, hash);
  const browser = { token: step.token, purpose: "second-factor", budget, claim } as const;
  const by = await verifyFactor(ctx, pendingStep.userId, browser, proof, moment.now).catch(async (error: unknown) => {
    if (error instanceof AppError) await recordRefusal(ctx, caller, { ...pendingStep, email, known: device !== null });
    throw error;
  });
  if (by === null) throw stepExpired();
  step.clear();
  if (by === "recovery_code") logSecurityEvent(ctx, caller, pendingStep.userId, { event: "recovery_code_used" });
  const { passwordHash } = pendingStep;
  return signInOwner(ctx, pendingStep.userId, caller, by, { passwordHash, credentialId: proof.passkey?.id });
}

/** Logs a wrong factor, so that an attack can be seen, and notifies the owner once per sign-in step that somebody knows the password. */
async function recordRefusal(
  ctx: Context,
  caller: Caller,
  { userId, tries, email, known }: { userId: OwnerId; tries: number; email: string; known: boolean },
): Promise<void> {
  logRefusedSignIn(ctx, caller, "factor", { email, knownDevice: known });
  if (tries < MAX_STEP_TRIES || !(await takeMailboxRoom(ctx, "noticeMailbox", email))) return;
  await ctx.enqueue(ctx.db, factorsJobs.notice, [{ userId, notice: "factor_refused" }]);
}

export async function requestPasskey(ctx: Context, { moment, client, step }: Caller): Promise<PasskeyRequest> {
  await ctx.throttle.take("passkeyAddress", client.address);
  // The browser's secret is reused, because another tab may be waiting for a second factor with it.
  const token = step.token ?? createToken();
  step.set(token, new Date(moment.now.getTime() + STEP_MS));
  return createPasskeyRequest(ctx, { token, purpose: "sign-in" }, moment.now, []);
}

/** Signs in without a second step, because a passkey that verifies its user is two factors in one. */
export async function signInByPasskey(ctx: Context, caller: Caller, shown: ShownPasskey): Promise<User> {
  const { moment, client, step } = caller;
  await ctx.throttle.take("passkeyAddress", client.address);
  if (step.token === null) {
    throw new AppError("invalid_credentials", "La petición ha caducado. Inténtalo de nuevo.");
  }
  const browser = { token: step.token, purpose: "sign-in" } as const;
  const passkey = await verifyPasskey(ctx, browser, shown, moment.now).catch((error: unknown) => {
    if (error instanceof AppError) logRefusedSignIn(ctx, caller, "passkey", null);
    throw error;
  });
  step.clear();
  return signInOwner(ctx, passkey.userId, caller, "passkey", passkey);
}

function stepExpired(): AppError {
  return new AppError("invalid_token", "Este inicio de sesión ha caducado. Vuelve a escribir tu contraseña.");
}
