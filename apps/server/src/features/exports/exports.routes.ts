import type { exportEndpoints } from "@repasa/contract/exports.ts";
import type { Context } from "#context.ts";
import { requireRecentSignIn } from "#features/factors/factors.confirmation.ts";
import type { Handlers } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import { exportAccount, exportFolder } from "./exports.service.ts";

export function exportsRoutes(ctx: Context): Handlers<typeof exportEndpoints> {
  return {
    folder: async (call) => {
      await requireRecentSignIn(ctx, call.owner, call);
      const { format } = call.query;
      const file = await exportFolder(ctx, call.owner, call.moment, call.params.id, format);
      logSecurityEvent(ctx, call, call.owner, { event: "export", scope: "folder", format });
      return file;
    },
    account: async (call) => {
      await requireRecentSignIn(ctx, call.owner, call);
      const { format } = call.query;
      const file = await exportAccount(ctx, call.owner, call.moment, format);
      logSecurityEvent(ctx, call, call.owner, { event: "export", scope: "account", format });
      return file;
    },
  };
}
