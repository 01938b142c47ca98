import { type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { createThread } from "#platform/concurrency/threads.ts";

/** How much work a new hash takes: memory in KiB, passes over it, and lanes. */
type PasswordCost = Readonly<{ memory: number; passes: number; parallelism: number }>;

/** OWASP's recommendation for argon2id. */
export const RECOMMENDED_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

let cost = RECOMMENDED_COST;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const MAX_THREADS = 2;

/** At most 250 calls wait for each thread, each for at most a minute. */
const LIMITS = { maxWaiting: 250, deadlineMs: 60_000, restMs: 60_000 };
// Half of the cores stay free for requests of users who are signed in.
const threads = Array.from({ length: Math.max(1, Math.min(MAX_THREADS, availableParallelism() >> 1)) }, () =>
  createThread<Argon2Parameters, Uint8Array>(new URL("./auth.thread.ts", import.meta.url), LIMITS),
);
let turn = 0;

/** Lets tests, which register thousands of users, hash with less work. */
export function setPasswordCost(next: PasswordCost): void {
  cost = next;
}

function derive(parameters: Argon2Parameters): Promise<Uint8Array> {
  const thread = threads[turn++ % threads.length] as (typeof threads)[number];
  return thread(parameters);
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive({ ...cost, message: normalise(password), nonce: salt, tagLength: TAG_BYTES });
  return formatPhcString(salt, tag);
}

function formatPhcString(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error("A stored password hash is not an argon2id PHC string");
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] as string, "base64");
  const tag = await derive({
    memory,
    passes,
    parallelism,
    message: normalise(password),
    nonce: Buffer.from(parts[4] as string, "base64"),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}

/** Takes as long as a wrong password does, so that the response time does not reveal that an address is unknown. */
export async function simulateVerification(password: string): Promise<false> {
  await verifyPassword(password, formatPhcString(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES)));
  return false;
}

// Keyboards differ in whether they produce ñ as one code point or two.
function normalise(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"), "utf8");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}
