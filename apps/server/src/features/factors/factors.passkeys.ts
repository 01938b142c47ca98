import { randomUUID } from "node:crypto";
import type { AddedFactor, factorEndpoints, PasskeyCreation } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import { requireConfirmedAddress } from "#features/auth/auth.service.ts";
import { endOtherAccess, endOtherSessions, lockSignedIn, noteConfirmation } from "#features/auth/auth.sessions.ts";
import { hashToken } from "#features/auth/auth.token.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { BodyOf, Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { logAddedFactor, requireConfirmation, requireSessionToken } from "./factors.confirmation.ts";
import { factorsJobs } from "./factors.jobs.ts";
import {
  deletePasskey,
  insertPasskey,
  selectHasFactor,
  selectPasskeys,
  spendChallenge,
  updatePasskeyName,
} from "./factors.queries.ts";
import { createFirstRecoveryCodes, deleteUnneededCodes } from "./factors.recovery.ts";
import {
  ALGORITHMS,
  CHALLENGE_MS,
  computeUserHandle,
  createChallenge,
  getRelyingParty,
  toDescriptor,
  verifyNewPasskey,
} from "./factors.webauthn.ts";

const MAX_PASSKEYS = 20;

export async function preparePasskey(ctx: Context, owner: OwnerId, caller: Caller): Promise<PasskeyCreation> {
  const email = await requireConfirmedAddress(ctx.db, owner);
  await requireConfirmation(ctx, owner, caller);
  const known = await selectPasskeys(ctx.db, owner);
  if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  return {
    challenge: await createChallenge(ctx, { token: requireSessionToken(caller), purpose: "add" }, caller.moment.now),
    rp: { id: getRelyingParty(ctx).id, name: "Repasa" },
    user: { id: computeUserHandle(owner), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
}

export async function addPasskey(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  { name, credential }: BodyOf<typeof factorEndpoints.addPasskey>,
): Promise<AddedFactor> {
  await requireConfirmation(ctx, owner, caller);
  const { now } = caller.moment;
  const challenge = await spendChallenge(ctx.db, hashToken(requireSessionToken(caller)), "add", now);
  const passkey = challenge === undefined ? undefined : await verifyNewPasskey(ctx, challenge, credential);
  if (!passkey) throw new AppError("invalid_token", "No se pudo añadir la llave de acceso. Inténtalo de nuevo.");
  const added = await ctx.db.transaction(async (transaction) => {
    await lockSignedIn(transaction, owner, caller);
    await requireConfirmedAddress(transaction, owner);
    if ((await selectPasskeys(transaction, owner)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
    if (!(await selectHasFactor(transaction, owner))) await endOtherAccess(ctx, transaction, owner, caller);
    const isNew = await insertPasskey(transaction, owner, { ...passkey, id: randomUUID(), name, createdAt: now });
    if (!isNew) throw new AppError("conflict", "Esta llave de acceso ya está en uso");
    await ctx.enqueue(transaction, factorsJobs.notice, [{ userId: owner, notice: "factor_added", factor: "passkey" }]);
    return { recoveryCodes: await createFirstRecoveryCodes(transaction, owner, now) };
  });
  logAddedFactor(ctx, caller, owner, "passkey", added);
  // Creating a passkey also proves that its user has it.
  await noteConfirmation(ctx, caller, "factor");
  return added;
}

export async function renamePasskey({ db }: Context, owner: OwnerId, id: string, name: string): Promise<void> {
  if (id === "" || !(await updatePasskeyName(db, owner, id, name))) throw passkeyNotFound();
}

export async function removePasskey(ctx: Context, owner: OwnerId, caller: Caller, id: string): Promise<void> {
  await requireConfirmation(ctx, owner, caller);
  await ctx.db.transaction(async (transaction) => {
    await lockSignedIn(transaction, owner, caller);
    if (id === "" || !(await deletePasskey(transaction, owner, id))) throw passkeyNotFound();
    await deleteUnneededCodes(transaction, owner);
    await endOtherSessions(ctx, transaction, owner, caller);
    const notice = { userId: owner, notice: "factor_removed", factor: "passkey" } as const;
    await ctx.enqueue(transaction, factorsJobs.notice, [notice]);
  });
  logSecurityEvent(ctx, caller, owner, { event: "factor_removed", factor: "passkey" });
}

function tooManyPasskeys(): AppError {
  return new AppError("conflict", `Ya tienes ${MAX_PASSKEYS} llaves de acceso. Quita una que no uses.`);
}

function passkeyNotFound(): AppError {
  return notFound("La llave de acceso no existe");
}
