import type { Context } from "#context.ts";
import type { Caller } from "#http/call.ts";
import { isRateLimited, type ThrottleRule } from "#http/throttle.ts";
import { knownDevice } from "./devices/devices.service.ts";

export type Attempt = {
  /** What it took from its budget is given back: it was right. */
  succeeded(): Promise<void>;
  /** For the log, so that an attack can be seen. */
  refused(): void;
};

/** Counts a try to sign in: of a browser that the account knows by itself, of all others together. */
export async function beginAttempt(
  ctx: Context,
  caller: Pick<Caller, "client" | "device" | "moment">,
  email: string,
): Promise<Attempt> {
  const device = await knownDevice(ctx, email, caller);
  const [rule, key]: [ThrottleRule, string] = device === null ? ["loginAccount", email] : ["loginDevice", device];
  const refused = (reason: "credentials" | "rate_limited") => {
    ctx.metrics.signInRefused(reason);
    const { account, network } = ctx.traces(email, caller.client.address);
    ctx.log.warn({ reason, account, network, knownDevice: device !== null }, "sign-in refused");
  };
  try {
    if (device === null) await ctx.throttle.take("loginAddress", caller.client.address);
    await ctx.throttle.take(rule, key);
  } catch (error) {
    if (isRateLimited(error)) refused("rate_limited");
    throw error;
  }
  return {
    succeeded: () => ctx.throttle.forget(rule, key),
    refused: () => refused("credentials"),
  };
}
