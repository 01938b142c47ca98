import type { ConfirmationMethods, Proof } from "@repasa/contract/factors.ts";
import { AppError } from "#app-error.ts";
import type { Context } from "#context.ts";
import { confirmPassword, lastConfirmation, noteConfirmation } from "#features/auth/auth.service.ts";
import type { Caller } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import { selectApp, selectHasFactor, selectPasskeys, takeStep } from "./factors.queries.ts";
import { recoveryCodeHash, redeemRecoveryCode } from "./factors.recovery.ts";
import { stepOfCode } from "./factors.totp.ts";
import { type Browser, passkeyRequest, verifyPasskey, wrongPasskey } from "./factors.webauthn.ts";

const RECENT_MS = 10 * 60_000;

/** Throws unless who is signed in has shown lately who they are: by a second factor if there is one, or the password. */
export async function demandConfirmation(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  const how = (await selectHasFactor(ctx.db, owner)) ? "factor" : "password";
  const last = await lastConfirmation(ctx, caller, how);
  if (last === null || caller.moment.now.getTime() - last.getTime() >= RECENT_MS) throw confirmationRequired();
}

/** The same where a password is asked for anyway: without a second factor nothing more is needed. */
export async function demandFactor(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  if (await selectHasFactor(ctx.db, owner)) await demandConfirmation(ctx, owner, caller);
}

/** By what an account can confirm who it is, and what the browser needs for a passkey. */
export async function methodsOf(
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
    passkey: passkeys.length > 0 ? await passkeyRequest(ctx, browser, now, passkeys) : null,
  };
}

export async function confirmationMethods(ctx: Context, owner: OwnerId, caller: Caller): Promise<ConfirmationMethods> {
  return methodsOf(ctx, owner, { token: sessionToken(caller), purpose: "confirm" }, caller.moment.now);
}

export async function confirm(ctx: Context, owner: OwnerId, caller: Caller, proof: Proof): Promise<void> {
  if (proof.password !== undefined) {
    await confirmPassword(ctx, owner, proof.password);
    return noteConfirmation(ctx, caller, "password");
  }
  const token = sessionToken(caller);
  const budget = { rule: "factorSession", key: token } as const;
  await verifyFactor(ctx, owner, { token, purpose: "confirm", budget }, proof, caller.moment.now);
  await noteConfirmation(ctx, caller, "factor");
}

/** What an app's codes are counted as. */
export type Budget = { rule: "factorAccount" | "factorDevice" | "factorSession"; key: string };

/** Throws unless it is a code or a passkey of the account. An app's codes can be guessed, so they are counted. */
export async function verifyFactor(
  ctx: Context,
  owner: OwnerId,
  { budget, ...browser }: Browser & { budget: Budget },
  { code, passkey }: Omit<Proof, "password">,
  now: Date,
): Promise<void> {
  if (passkey !== undefined) {
    if ((await verifyPasskey(ctx, browser, passkey, now)).userId !== owner) throw wrongPasskey();
    return;
  }
  if (code === undefined) throw new AppError("validation_failed", "Escribe el código");
  const typed = code.replace(/[\s-]/g, "");
  const hash = recoveryCodeHash(typed);
  if (hash !== null) {
    if (!(await redeemRecoveryCode(ctx, owner, hash))) throw wrongCode();
    return;
  }
  await ctx.throttle.take(budget.rule, budget.key);
  if (!(await isCode(ctx, owner, typed, now))) throw wrongCode();
  await ctx.throttle.forget(budget.rule, budget.key);
}

async function isCode(ctx: Context, owner: OwnerId, code: string, now: Date): Promise<boolean> {
  const app = await selectApp(ctx.db, owner);
  const step = app?.active ? stepOfCode(app.secret, code, now) : null;
  return app !== undefined && step !== null && takeStep(ctx.db, owner, app, step);
}

function wrongCode(): AppError {
  return new AppError("invalid_credentials", "El código no es correcto o ya se ha usado");
}

/** Calls with a session have one. */
export function sessionToken({ cookie }: Caller): string {
  if (cookie.token === null) throw new AppError("unauthorized", "Unauthorized");
  return cookie.token;
}

function confirmationRequired(): AppError {
  return new AppError("confirmation_required", "Confirma que eres tú para continuar");
}
