import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#platform/http/app-error.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `points` attempts in `duration` seconds. Addresses get many: a school shares one. */
const rules = {
  loginAccount: { points: 10, duration: 15 * MINUTE },
  /** A browser in which the account has signed in. Attempts from other browsers are counted apart. */
  loginDevice: { points: 10, duration: 15 * MINUTE },
  loginAddress: { points: 300, duration: 15 * MINUTE },
  registerAddress: { points: 200, duration: HOUR },
  /** The duration is that for which a link is valid: whenever another one is refused, an earlier one still works. */
  resetAccount: { points: 3, duration: 30 * MINUTE },
  resetDevice: { points: 3, duration: 30 * MINUTE },
  resetAddress: { points: 100, duration: HOUR },
  newPasswordAddress: { points: 100, duration: HOUR },
  /**
   * Attempts within a session. Each session has its own count, so that a copied session uses up only its own; all sessions of an
   * account together have five times as many.
   */
  passwordSession: { points: 10, duration: 15 * MINUTE },
  passwordAccount: { points: 50, duration: 15 * MINUTE },
  factorAccount: { points: 10, duration: 15 * MINUTE },
  /** Counted apart for known browsers and sessions: a stranger who knows the password does not use up the owner's attempts. */
  factorDevice: { points: 10, duration: 15 * MINUTE },
  factorSession: { points: 10, duration: 15 * MINUTE },
  passkeyAddress: { points: 300, duration: 15 * MINUTE },
  verificationAccount: { points: 5, duration: HOUR },
  verificationMailbox: { points: 5, duration: HOUR },
  verificationAddress: { points: 100, duration: HOUR },
  noticeMailbox: { points: 5, duration: HOUR },
  checkoutAccount: { points: 30, duration: 10 * MINUTE },
  restoreAccount: { points: 60, duration: 10 * MINUTE },
  /** A device of an account. */
  pushTrial: { points: 1, duration: MINUTE },
  /** A device, whichever accounts subscribe it one after another. */
  pushTrialEndpoint: { points: 10, duration: HOUR },
  feedbackAddress: { points: 60, duration: HOUR },
  accessAddress: { points: 600, duration: HOUR },
  /** Tokens of links that no link has, or none any more. Only these count. */
  shareTokenAddress: { points: 30, duration: HOUR },
  reportAddress: { points: 5, duration: 24 * HOUR },
  /** Tries to join a class, right or wrong, so that no account can guess codes. */
  joinAccount: { points: 10, duration: HOUR },
} as const;
export type ThrottleRule = keyof typeof rules;

export function isRateLimited(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "rate_limited";
}

export type Throttle = {
  /** Counts an attempt; throws `rate_limited` when there were too many. */
  take(rule: ThrottleRule, key: string): Promise<void>;
  /** Throws `rate_limited` if `take` would, without counting an attempt: for rules of which only failures count. */
  require(rule: ThrottleRule, key: string): Promise<void>;
  forget(rule: ThrottleRule, key: string): Promise<void>;
};

export const noThrottle: Throttle = { take: async () => {}, require: async () => {}, forget: async () => {} };

/** Counts in the database, so that several servers share the counters. */
export function createThrottle(pool: Pool): Throttle {
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        ...rule,
        storeClient: pool,
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
      }),
    ]),
  ) as Record<ThrottleRule, RateLimiterPostgres>;
  const keyOf = (rule: ThrottleRule, key: string) => digest(rule.endsWith("Address") ? networkOf(key) : key);
  return {
    async take(rule, key) {
      try {
        await limiters[rule].consume(keyOf(rule, key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooManyAttempts(refusal) : refusal;
      }
    },
    async require(rule, key) {
      const counted = await limiters[rule].get(keyOf(rule, key));
      if (counted !== null && counted.remainingPoints <= 0) throw tooManyAttempts(counted);
    },
    async forget(rule, key) {
      await limiters[rule].delete(digest(key));
    },
  };
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError("rate_limited", "Demasiados intentos. Espera un poco y vuelve a intentarlo.", {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

/** Returns the key that an address is counted under. An IPv6 host can choose among 2^64 addresses, so its network is counted. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${parsed.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}

// Keys are IP addresses and e-mails: a digest bounds their length and keeps personal data out of the table.
function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
