import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";

/** Pseudonyms for accounts and networks in the log: the same for the same, without revealing them. */
export type Traces = (email: string, address: string) => { account: string; network: string };

const KEY_BYTES = 32;
const KEY_PATTERN = new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`);
const LENGTH = 16;

export function createTraces(key: Uint8Array = randomBytes(KEY_BYTES)): Traces {
  const traceOf = (kind: string, text: string) =>
    createHmac("sha256", key).update(`${kind}\n${text}`).digest("base64url").slice(0, LENGTH);
  return (email, address) => ({
    account: traceOf("account", email),
    network: traceOf("network", widerNetworkOf(address)),
  });
}

/** Returns the network of a household, a school or a provider's customer: /24, or /48 for IPv6. */
function widerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed
    .toByteArray()
    .slice(0, parsed.kind() === "ipv4" ? 3 : 6)
    .join(".");
}

/** Loads the key from the data folder, so that traces stay comparable. If it cannot be stored, they change with the next start. */
export async function loadTraceKey(dataDir: string, log: Logger): Promise<Uint8Array> {
  const file = path.join(dataDir, "trace-key");
  try {
    await createKey(dataDir, file);
    const key = await readKey(file);
    if (key === null) throw new Error(`${file} does not hold a key`);
    return key;
  } catch (error) {
    log.warn({ err: error }, "the key of the log's traces cannot be kept: they will change with the next start");
    return randomBytes(KEY_BYTES);
  }
}

/** Returns null if there is no key or an incomplete one. */
async function readKey(file: string): Promise<Uint8Array | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  return KEY_PATTERN.test(text) ? Buffer.from(text, "hex") : null;
}

/**
 * Links the file to its name when it is complete and on the disk, so that one key remains if several servers start at once or one is
 * killed meanwhile. An incomplete key is replaced.
 */
async function createKey(dataDir: string, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    if (await readKey(file)) return;
    await mkdir(dataDir, { recursive: true });
    await writeFile(draft, randomBytes(KEY_BYTES).toString("hex"), { mode: 0o600, flush: true });
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      if (!(await readKey(file))) await rename(draft, file);
    });
  } finally {
    await rm(draft, { force: true });
  }
}
