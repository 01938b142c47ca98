// @ts-check
// Only one set-up at a time runs in a checkout: two would delete each other's node_modules.
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError } from "./setup-error.mjs";

const POLL_MS = 100;

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * Linking a finished file creates the lock together with its content, so that no process reads it empty.
 * @param {string} path
 */
function tryLock(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
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

/**
 * Removes the lock of a process that died. The second lock allows one waiter at a time to do so: without it, a slow
 * waiter could remove the lock that a faster one has just taken.
 * @param {string} path
 */
function removeStaleLock(path) {
  const guard = `${path}.stale`;
  if (!tryLock(guard)) return;
  const holder = holderOf(path);
  if (holder !== undefined && !isRunning(holder)) rmSync(path);
  rmSync(guard);
}

/**
 * Runs `work` while holding the lock file at `path`, after its present holder has released it.
 * @param {string} path
 * @param {() => void | Promise<void>} work
 * @param {{ timeoutMs?: number }} [options]
 */
export async function withSetupLock(path, work, { timeoutMs = 15 * 60_000 } = {}) {
  const deadline = Date.now() + timeoutMs;
  let announced = false;
  while (!tryLock(path)) {
    const holder = holderOf(path);
    if (holder !== undefined && !isRunning(holder)) removeStaleLock(path);
    else if (!announced) {
      announced = true;
      console.log(`Waiting for another set-up (process ${holder}) to finish...`);
    }
    if (Date.now() > deadline) {
      throw new SetupError(`another set-up (process ${holder}) does not finish; if there is none, delete ${path}*`);
    }
    await sleep(POLL_MS);
  }
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}
