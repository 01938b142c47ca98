import type { pushEndpoints } from "@repasa/contract/push.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { findKeys } from "./push.keys.ts";
import { listSubscriptions, sendTrial, subscribe, unsubscribe } from "./push.service.ts";

export function pushRoutes(ctx: Context): Handlers<typeof pushEndpoints> {
  return {
    async key() {
      const { publicKey } = await findKeys(ctx);
      return { publicKey };
    },
    subscribe: (call) => subscribe(ctx, call.owner, call, call.body),
    subscriptions: (call) => listSubscriptions(ctx, call.owner, call),
    test: (call) => sendTrial(ctx, call.owner, call, call.params.id),
    unsubscribe: (call) => unsubscribe(ctx, call.owner, call, call.params.id),
  };
}
