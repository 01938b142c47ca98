// @ts-check
// One set-up at a time in a clone: two would delete node_modules under each other.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { SetupError } from "./setup-state.mjs";

const POLL_MS = 100;
const TAKEOVER_MS = 5_000;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, but it lives.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} path @param {string} content */
function createExclusively(path, content) {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} path */
function holderOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function isOld(path) {
  try {
    return Date.now() - statSync(path).mtimeMs > TAKEOVER_MS;
  } catch {
    return false;
  }
}

/**
 * Removes the lock of a process that died holding it. A second, momentary lock lets only one waiter do that, and the
 * holder is read again under it: otherwise a slow waiter could remove the lock that a quick one has just taken.
 * @param {string} path
 */
function removeIfAbandoned(path) {
  const takeover = `${path}.takeover`;
  if (!createExclusively(takeover, String(process.pid))) {
    if (isOld(takeover)) rmSync(takeover, { force: true });
    return;
  }
  try {
    const holder = holderOf(path);
    // An empty file is a lock between its creation and its first byte, unless it stays so.
    if (holder === undefined || (holder === 0 && !isOld(path))) return;
    if (holder === 0 || !isAlive(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(takeover, { force: true });
  }
}

/**
 * Runs `work` while holding the lock file at `path`, after whoever holds it now.
 * @param {string} path
 * @param {() => void | Promise<void>} work
 * @param {{ timeoutMs?: number }} [options]
 */
export async function withSetupLock(path, work, { timeoutMs = 15 * 60_000 } = {}) {
  const deadline = Date.now() + timeoutMs;
  let announced = false;
  while (!createExclusively(path, String(process.pid))) {
    const holder = holderOf(path);
    if (holder !== undefined && (holder === 0 || !isAlive(holder))) removeIfAbandoned(path);
    else if (holder !== undefined && !announced) {
      announced = true;
      console.log(`Waiting for another set-up (process ${holder}) to finish...`);
    }
    if (Date.now() > deadline) {
      throw new SetupError(`another set-up (process ${holder}) does not finish; if there is none, delete ${path}`);
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}
