import type { Context } from "#context.ts";
import type { Caller } from "#platform/http/call.ts";
import { isRateLimited, type ThrottleRule } from "#platform/http/throttle.ts";
import type { Refusal } from "#platform/metrics/metrics.ts";
import { findKnownDeviceHash } from "./devices/devices.service.ts";

/** Counts a refused sign-in and logs it, so that an attack can be seen. The account is null if it is not known. */
export function logRefusedSignIn(
  ctx: Context,
  { client, requestId }: Pick<Caller, "client" | "requestId">,
  reason: Refusal,
  account: { email: string; knownDevice: boolean } | null,
): void {
  ctx.metrics.countRefusedSignIn(reason);
  const traces = ctx.traces(account?.email ?? "", client.address);
  const known = account && { account: traces.account, knownDevice: account.knownDevice };
  const line = { event: "sign_in_refused", reason, ...known, network: traces.network, reqId: requestId };
  ctx.log.warn(line, "sign-in refused");
}

export type Attempt = {
  /** Records a correct password: the attempt no longer counts against its limit. */
  succeed(): Promise<void>;
  /** Logs a wrong password, so that an attack can be seen. */
  refuse(): void;
};

/** Counts a sign-in attempt. A browser that the account knows has a limit of its own; all other browsers share one. */
export async function startAttempt(ctx: Context, caller: Caller, email: string): Promise<Attempt> {
  const device = await findKnownDeviceHash(ctx, email, caller);
  const [rule, key]: [ThrottleRule, string] = device === null ? ["loginAccount", email] : ["loginDevice", device];
  const refuse = (reason: Refusal) => logRefusedSignIn(ctx, caller, reason, { email, knownDevice: device !== null });
  try {
    if (device === null) await ctx.throttle.take("loginAddress", caller.client.address);
    await ctx.throttle.take(rule, key);
  } catch (error) {
    if (isRateLimited(error)) refuse("rate_limited");
    throw error;
  }
  return {
    succeed: () => ctx.throttle.forget(rule, key),
    refuse: () => refuse("credentials"),
  };
}
