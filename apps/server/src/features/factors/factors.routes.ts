import type { factorEndpoints } from "@repasa/contract/factors.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { addApp, prepareApp, removeApp } from "./factors.app.ts";
import { confirmIdentity, readConfirmationMethods } from "./factors.confirmation.ts";
import { addPasskey, preparePasskey, removePasskey, renamePasskey } from "./factors.passkeys.ts";
import { readFactors, renewRecoveryCodes } from "./factors.service.ts";
import { finishSignIn, readSecondFactorMethods, requestPasskey, signInByPasskey } from "./factors.sign-in.ts";

export function factorsRoutes(ctx: Context): Handlers<typeof factorEndpoints> {
  return {
    factors: (call) => readFactors(ctx, call.owner, call),
    preparePasskey: (call) => preparePasskey(ctx, call.owner, call),
    addPasskey: (call) => addPasskey(ctx, call.owner, call, call.body),
    renamePasskey: ({ owner, params, body }) => renamePasskey(ctx, owner, params.id, body.name),
    removePasskey: (call) => removePasskey(ctx, call.owner, call, call.params.id),
    prepareApp: (call) => prepareApp(ctx, call.owner, call),
    addApp: (call) => addApp(ctx, call.owner, call, call.body.code),
    removeApp: (call) => removeApp(ctx, call.owner, call),
    renewRecoveryCodes: (call) => renewRecoveryCodes(ctx, call.owner, call),
    confirmationMethods: (call) => readConfirmationMethods(ctx, call.owner, call),
    confirm: (call) => confirmIdentity(ctx, call.owner, call, call.body),
    passkeyRequest: (call) => requestPasskey(ctx, call),
    signInByPasskey: (call) => signInByPasskey(ctx, call, call.body.passkey),
    secondFactorMethods: (call) => readSecondFactorMethods(ctx, call),
    finishSignIn: (call) => finishSignIn(ctx, call, call.body),
  };
}
