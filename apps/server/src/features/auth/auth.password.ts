import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createConcurrencyLimit } from "#concurrency-limit.ts";

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Node runs it on its thread pool.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
// Half of the threads stay free for files, compression and DNS, and half of the cores for who is signed in.
const free = Math.min(threads, availableParallelism()) / 2;
const limited = createConcurrencyLimit({ concurrency: Math.max(1, Math.floor(free)), maxWaiting: 500 });
const argon = promisify(argon2);
const derive = (...task: Parameters<typeof argon>) => limited(() => argon(...task));

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive("argon2id", { ...cost, message: normalised(password), nonce: salt, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error("A stored password hash is not an argon2id PHC string");
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] as string, "base64");
  const tag = await derive("argon2id", {
    memory,
    passes,
    parallelism,
    message: normalised(password),
    nonce: Buffer.from(parts[4] as string, "base64"),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}

const unknownAccount = hashPassword(randomBytes(16).toString("base64"));

/** Takes as long as a wrong password does, so that an unknown address cannot be told by the time of the answer. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, await unknownAccount);
  return false;
}

// Keyboards differ in whether ñ is one code point or two.
function normalised(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"), "utf8");
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
