import type { accountEndpoints } from "@repasa/contract/account.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { deleteAccount, readDeletion } from "./account.deletion.ts";
import { changePreferences, findDeviceKey, readPreferences, trackAccess } from "./account.service.ts";

export function accountRoutes(ctx: Context): Handlers<typeof accountEndpoints> {
  return {
    preferences: ({ owner }) => readPreferences(ctx, owner),
    setPreferences: ({ owner, moment, body }) => changePreferences(ctx, owner, moment, body),
    deviceKey: ({ owner, moment }) => findDeviceKey(ctx, owner, moment),
    trackAccess: ({ owner, moment, client, body }) => trackAccess(ctx, owner, moment, client, body),
    deletion: ({ owner, moment }) => readDeletion(ctx, owner, moment.now),
    deleteAccount: (call) => deleteAccount(ctx, call.owner, call, call.body),
  };
}
