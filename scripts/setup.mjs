// @ts-check
// Brings a clone to the state a command needs: `node scripts/setup.mjs <start|dev|test>`.
// It runs before anything is installed, under whatever Node the machine has: built-ins only, and no TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "./chromium.mjs";
import { withSetupLock } from "./setup-lock.mjs";
import {
  installedMatchesLock,
  installFingerprint,
  isNodeSupported,
  MINIMUM_NODE,
  outdatedSteps,
  SetupError,
  stepsOf,
  webFingerprint,
} from "./setup-state.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const pinnedNode = join(modules, ".bin", "node");
const installStamp = join(modules, ".repasa-install");
const dist = join(root, "apps", "web", "dist");
const webStamp = join(dist, ".repasa-build");

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
  if (result.error) throw new SetupError(`${command} could not be started (${result.error.message})`);
  return { ok: result.status === 0, reason: result.signal ?? `exit code ${result.status}`, output: result };
}

function checkPinnedNode() {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.node;
  const found = spawnSync(pinnedNode, ["-p", "process.versions.node"], { encoding: "utf8" });
  if (found.status === 0 && found.stdout.trim() === wanted) return;
  throw new SetupError(
    `node_modules/.bin/node is not the Node ${wanted} this project pins; were install scripts off (npm config get ignore-scripts)?`,
  );
}

function install() {
  // A tree installed by hand from this very lock file is as good as ours, and reinstalling it would need the network.
  const installed = readIfThere(join(modules, ".package-lock.json"));
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  if (installed === undefined || !existsSync(pinnedNode) || !installedMatchesLock(lock, installed)) {
    console.log("Installing packages (npm ci)...");
    // npm must not run on the Node inside the folder that it is about to delete.
    const path = (process.env.PATH ?? "")
      .split(delimiter)
      .filter((folder) => !resolve(folder).startsWith(modules))
      .join(delimiter);
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
    const npm = run("npm", args, { env: { ...process.env, PATH: path } });
    if (!npm.ok) throw new SetupError(`npm ci failed (${npm.reason}); npm says why above`);
  }
  checkPinnedNode();
  writeFileSync(installStamp, installFingerprint(root));
}

function buildWeb() {
  console.log("Building the web app...");
  // Built aside and swapped in whole, so that neither an interrupted build nor a running server sees half of one.
  const next = join(root, ".tmp", "web-build");
  const previous = join(root, ".tmp", "web-previous");
  const fingerprint = webFingerprint(root);
  const vite = run(
    pinnedNode,
    [join(modules, ".bin", "vite"), "build", "--outDir", next, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: join(root, "apps", "web") },
  );
  if (!vite.ok) throw new SetupError(`the web build failed (${vite.reason}); vite says why above`);
  const compressed = run(pinnedNode, [join(root, "scripts", "precompress.ts"), next]);
  if (!compressed.ok) throw new SetupError(`compressing the web build failed (${compressed.reason})`);
  writeFileSync(join(next, ".repasa-build"), fingerprint);
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  rmSync(previous, { recursive: true, force: true });
}

function installChromium() {
  if (process.env.CHROMIUM_PATH) {
    throw new SetupError(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist`);
  }
  const hasApt = existsSync("/usr/bin/apt-get");
  if (!hasApt || process.getuid?.() !== 0) {
    const how = hasApt ? "run `sudo apt-get install chromium`" : "install one";
    throw new SetupError(`the browser tests need Chromium: ${how}, or set CHROMIUM_PATH to its executable`);
  }
  console.log("Installing Chromium (apt-get)...");
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const apt = run("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (!apt.ok) {
      console.error(String(apt.output.stderr).trim());
      throw new SetupError(`apt-get ${args[0]} failed (${apt.reason}); install Chromium or set CHROMIUM_PATH`);
    }
  }
  if (!existsSync(chromiumPath())) throw new SetupError(`apt-get installed no ${chromiumPath()}; set CHROMIUM_PATH`);
}

/** @type {Record<import("./setup-state.mjs").Step, { isDone: () => boolean, perform: () => void }>} */
const steps = {
  install: {
    isDone: () => existsSync(pinnedNode) && readIfThere(installStamp) === installFingerprint(root),
    perform: install,
  },
  web: { isDone: () => readIfThere(webStamp) === webFingerprint(root), perform: buildWeb },
  chromium: { isDone: () => existsSync(chromiumPath()), perform: installChromium },
};

async function main() {
  if (!isNodeSupported(process.versions.node)) {
    throw new SetupError(`Node ${MINIMUM_NODE} or newer is needed; this is ${process.versions.node}`);
  }
  const wanted = stepsOf(process.argv[2]);
  const isDone = (/** @type {import("./setup-state.mjs").Step} */ step) => steps[step].isDone();
  if (outdatedSteps(wanted, isDone).length === 0) return;
  mkdirSync(join(root, ".tmp"), { recursive: true });
  await withSetupLock(join(root, ".tmp", "setup.lock"), () => {
    // Asked again: another set-up may have done the work while this one waited.
    for (const step of outdatedSteps(wanted, isDone)) steps[step].perform();
  });
}

try {
  await main();
} catch (error) {
  const known = error instanceof SetupError;
  console.error(`setup: ${known ? error.message : error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
}
