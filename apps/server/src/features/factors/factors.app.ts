import type { AddedFactor, AppSecret } from "@repasa/contract/factors.ts";
import { encode } from "uqr";
import type { Context } from "#context.ts";
import { requireConfirmedAddress } from "#features/auth/auth.service.ts";
import { endOtherAccess, endOtherSessions, lockSignedIn, noteConfirmation } from "#features/auth/auth.sessions.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Caller } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { logAddedFactor, requireConfirmation } from "./factors.confirmation.ts";
import { factorsJobs } from "./factors.jobs.ts";
import { deleteApp, insertApp, selectApp, selectHasFactor, spendTimeStep } from "./factors.queries.ts";
import { createFirstRecoveryCodes, deleteUnneededCodes } from "./factors.recovery.ts";
import { buildSecretLink, createSecret, findTimeStep } from "./factors.totp.ts";

/** The time within which the first code must confirm a secret. */
const SETUP_MS = 60 * 60_000;

export async function prepareApp(ctx: Context, owner: OwnerId, caller: Caller): Promise<AppSecret> {
  const email = await requireConfirmedAddress(ctx.db, owner);
  await requireConfirmation(ctx, owner, caller);
  const secret = createSecret();
  if (!(await insertApp(ctx.db, owner, secret, caller.moment.now))) {
    throw new AppError("conflict", "Ya tienes una aplicación de códigos. Quítala antes de añadir otra.");
  }
  const link = buildSecretLink(secret, email);
  return { secret, link, qr: drawQrCode(link) };
}

export async function addApp(ctx: Context, owner: OwnerId, caller: Caller, code: string): Promise<AddedFactor> {
  await requireConfirmation(ctx, owner, caller);
  const { now } = caller.moment;
  const app = await selectApp(ctx.db, owner);
  if (!app || app.active || now.getTime() - app.createdAt.getTime() >= SETUP_MS) {
    throw new AppError("invalid_token", "La configuración ha caducado. Empieza de nuevo.");
  }
  const step = findTimeStep(app.secret, code.replace(/\s/g, ""), now);
  if (step === null) throw new AppError("invalid_credentials", "El código no es correcto. Escribe el que ves ahora.");
  const added = await ctx.db.transaction(async (transaction) => {
    await lockSignedIn(transaction, owner, caller);
    await requireConfirmedAddress(transaction, owner);
    if (!(await selectHasFactor(transaction, owner))) await endOtherAccess(ctx, transaction, owner, caller);
    if (!(await spendTimeStep(transaction, owner, { ...app, createdAt: now, active: false }, step))) {
      throw new AppError("invalid_token", "La configuración ha caducado. Empieza de nuevo.");
    }
    await ctx.enqueue(transaction, factorsJobs.notice, [{ userId: owner, notice: "factor_added", factor: "app" }]);
    return { recoveryCodes: await createFirstRecoveryCodes(transaction, owner, now) };
  });
  logAddedFactor(ctx, caller, owner, "app", added);
  await noteConfirmation(ctx, caller, "factor");
  return added;
}

export async function removeApp(ctx: Context, owner: OwnerId, caller: Caller): Promise<void> {
  await requireConfirmation(ctx, owner, caller);
  await ctx.db.transaction(async (transaction) => {
    await lockSignedIn(transaction, owner, caller);
    if (!(await deleteApp(transaction, owner))) throw notFound("No tienes una aplicación de códigos");
    await deleteUnneededCodes(transaction, owner);
    await endOtherSessions(ctx, transaction, owner, caller);
    await ctx.enqueue(transaction, factorsJobs.notice, [{ userId: owner, notice: "factor_removed", factor: "app" }]);
  });
  logSecurityEvent(ctx, caller, owner, { event: "factor_removed", factor: "app" });
}

/** Returns the dark modules, row by row, as one SVG path. */
function drawQrCode(text: string): AppSecret["qr"] {
  const { data, size } = encode(text, { border: 0 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: runs.join("") };
}
