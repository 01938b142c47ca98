import type { accountEndpoints } from "@repasa/contract/account.ts";
import type { Handlers } from "#http/call.ts";
import type { AccountService } from "./account.service.ts";

export function accountRoutes(account: AccountService): Handlers<typeof accountEndpoints> {
  return {
    preferences: ({ owner }) => account.preferences(owner),
    setPreferences: ({ owner, moment, body }) => account.setPreferences(owner, moment, body),
    trackAccess: ({ owner, moment, client, body }) => account.trackAccess(owner, moment, client, body),
    deleteAccount: async ({ owner, cookie }) => {
      await account.deleteAccount(owner);
      cookie.clear();
    },
  };
}
