import type { User } from "@repasa/contract/auth.ts";
import type { ConfirmationMethods, PasskeyRequest, Proof, ShownPasskey } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { takeMailboxRoom } from "#features/auth/auth.address.ts";
import { logRefusedSignIn } from "#features/auth/auth.attempts.ts";
import type { SecondFactor } from "#features/auth/auth.second-factor.ts";
import { readAddress, signInOwner } from "#features/auth/auth.service.ts";
import { newToken, tokenHash } from "#features/auth/auth.token.ts";
import { knownDevice } from "#features/auth/devices/devices.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { type Budget, methodsOf, requireFactor, requireRecentSignIn, verifyFactor } from "./factors.confirmation.ts";
import { factorsJobs } from "./factors.jobs.ts";
import {
  deleteExpiredSteps,
  deleteFactors,
  insertStep,
  selectHadFactor,
  selectHasFactor,
  selectStep,
  spendStep,
  tryStep,
} from "./factors.queries.ts";
import { passkeyRequest, verifyPasskey } from "./factors.webauthn.ts";

const STEP_MS = 10 * 60_000;
const STEP_TRIES = 5;

/** What stands between a right password and a session, and before what changes an account. */
export function createSecondFactor(ctx: Context): SecondFactor {
  return {
    async requireAtSignIn({ id, passwordHash }, { moment, step }) {
      if (!(await selectHasFactor(ctx.db, id))) return;
      const token = newToken();
      const expiresAt = new Date(moment.now.getTime() + STEP_MS);
      await deleteExpiredSteps(ctx.db, moment.now);
      await insertStep(ctx.db, id, { tokenHash: tokenHash(token), passwordHash, tries: 0, expiresAt });
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

export async function secondFactorMethods(ctx: Context, { moment, step }: Caller): Promise<ConfirmationMethods> {
  const begun = step.token === null ? undefined : await selectStep(ctx.db, tokenHash(step.token), moment.now);
  if (step.token === null || !begun) throw stepExpired();
  return methodsOf(ctx, begun.userId, { token: step.token, purpose: "second-factor" }, moment.now);
}

export async function finishSignIn(ctx: Context, caller: Caller, proof: Omit<Proof, "password">): Promise<User> {
  const { moment, step } = caller;
  if (step.token === null) throw stepExpired();
  const hash = tokenHash(step.token);
  const begun = await tryStep(ctx.db, hash, { now: moment.now, most: STEP_TRIES });
  if (!begun) throw stepExpired();
  const email = await readAddress(ctx, begun.userId);
  if (email === null) throw stepExpired();
  const device = await knownDevice(ctx, email, caller);
  const budget: Budget =
    device === null ? { rule: "factorAccount", key: String(begun.userId) } : { rule: "factorDevice", key: device };
  const claim = (db: Queryable) => spendStep(db, begun.userId, hash);
  const browser = { token: step.token, purpose: "second-factor", budget, claim } as const;
  const by = await verifyFactor(ctx, begun.userId, browser, proof, moment.now).catch(async (error: unknown) => {
    if (error instanceof AppError) await noteRefusal(ctx, caller, { ...begun, email, known: device !== null });
    throw error;
  });
  if (by === null) throw stepExpired();
  step.clear();
  if (by === "recovery_code") logSecurityEvent(ctx, caller, begun.userId, { event: "recovery_code_used" });
  const { passwordHash } = begun;
  return signInOwner(ctx, begun.userId, caller, by, { passwordHash, credentialId: proof.passkey?.id });
}

/** For the log, so that an attack can be seen; and its owner is told, once a step, that somebody knows the password. */
async function noteRefusal(
  ctx: Context,
  caller: Caller,
  { userId, tries, email, known }: { userId: OwnerId; tries: number; email: string; known: boolean },
): Promise<void> {
  logRefusedSignIn(ctx, caller, "factor", { email, knownDevice: known });
  if (tries < STEP_TRIES || !(await takeMailboxRoom(ctx, "noticeMailbox", email))) return;
  await ctx.enqueue(ctx.db, factorsJobs.notice, [{ userId, notice: "factor_refused" }]);
}

export async function requestPasskey(ctx: Context, { moment, client, step }: Caller): Promise<PasskeyRequest> {
  await ctx.throttle.take("passkeyAddress", client.address);
  // A second factor may be awaited in another tab: its secret stays.
  const token = step.token ?? newToken();
  step.set(token, new Date(moment.now.getTime() + STEP_MS));
  return passkeyRequest(ctx, { token, purpose: "sign-in" }, moment.now, []);
}

/** A passkey that verifies its user is two factors in one. */
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
