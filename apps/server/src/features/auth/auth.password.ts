import { type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import { createWorkers } from "#platform/concurrency/workers.ts";
import { AppError } from "#platform/http/app-error.ts";

/** How much work a new hash takes: memory in KiB, passes over it, and lanes. */
type PasswordCost = Readonly<{ memory: number; passes: number; parallelism: number }>;

/** OWASP's recommendation for argon2id. */
export const RECOMMENDED_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

let cost = RECOMMENDED_COST;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const MAX_PROCESSES = 2;
/** How long a call waits for its hash, including the time before its turn. */
const DEADLINE_MS = 60_000;
/** A process may be killed with the work that it does. */
const ATTEMPTS = 3;

// Half of the cores stay free for requests of users who are signed in.
const processes = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() >> 1));
const turns = new AccountTurns({ atOnce: processes, maxWaiting: 250 * processes });
const hashInProcess = createWorkers<Argon2Parameters, never, Uint8Array>(
  new URL("./auth.process.ts", import.meta.url),
  { memoryMb: 32, restMs: 60_000 },
);

/** Lets tests, which register thousands of users, hash with less work. */
export function setPasswordCost(next: PasswordCost): void {
  cost = next;
}

function derive(parameters: Argon2Parameters): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return turns.run(null, () => deriveInTurn(parameters, signal), signal);
}

async function deriveInTurn(parameters: Argon2Parameters, signal: AbortSignal): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await hashInProcess(parameters, { deadlineMs: DEADLINE_MS, signal }, () => {});
    } catch (error) {
      if (signal.aborted) {
        throw new AppError("unavailable", "Está tardando demasiado. Inténtalo de nuevo.", { retryAfterSeconds: 5 });
      }
      if (attempt === ATTEMPTS) throw error;
    }
  }
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
