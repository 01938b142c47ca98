// @ts-check
// Sets up a checkout for a command: `node tools/setup/setup.mjs <start|dev|test>` (decision 022). It runs before anything is
// installed, under any Node that the machine has: built-ins only, and no TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { chromiumPath, headlessShell } from "./chromium.mjs";
import { SetupError } from "./setup-error.mjs";
import { withSetupLock } from "./setup-lock.mjs";
import { installedMatchesLock, webFingerprint } from "./setup-state.mjs";

const root = resolve(import.meta.dirname, "../..");
const modules = join(root, "node_modules");
const pinnedNode = join(modules, ".bin", "node");
const dist = join(root, "apps", "web", "dist");
const buildStamp = ".repasa-build";

/** @param {string} path */
function readIfPresent(path) {
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
  if (result.status === 0) return;
  if (result.stderr) console.error(String(result.stderr).trim());
  throw new SetupError(`\`${[command, ...args].join(" ")}\` failed (${result.signal ?? `exit code ${result.status}`})`);
}

/** Running the pinned Node also detects a tree that was installed on another kind of machine. */
function isInstalled() {
  const installed = readIfPresent(join(modules, ".package-lock.json"));
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  return installed !== undefined && installedMatchesLock(lock, installed) && hasPinnedNode();
}

function hasPinnedNode() {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.node;
  const { stdout } = spawnSync(pinnedNode, ["-p", "process.versions.node"], { encoding: "utf8" });
  return stdout?.trim() === wanted;
}

function install() {
  console.log("Installing packages (npm ci)...");
  // npm must not run on the Node inside the folder that it deletes.
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !resolve(folder).startsWith(modules));
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  if (!hasPinnedNode()) {
    throw new SetupError(
      `${pinnedNode} is not the Node that package.json pins; were install scripts off (npm config get ignore-scripts)?`,
    );
  }
}

function isWebBuilt() {
  return readIfPresent(join(dist, buildStamp)) === webFingerprint(root);
}

function buildWeb() {
  console.log("Building the web app...");
  // The build is written into another folder and renamed, so that no running server reads an incomplete build.
  const next = join(root, ".tmp", "web-build");
  const previous = join(root, ".tmp", "web-previous");
  const fingerprint = webFingerprint(root);
  const vite = join(modules, ".bin", "vite");
  run(pinnedNode, [vite, "build", "--outDir", next, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: join(root, "apps", "web"),
  });
  run(pinnedNode, [join(import.meta.dirname, "precompress.ts"), next]);
  writeFileSync(join(next, buildStamp), fingerprint);
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  rmSync(previous, { recursive: true, force: true });
}

const hasApt = existsSync("/usr/bin/apt-get");
const mayInstall = hasApt && process.getuid?.() === 0;

/** The full browser also suffices, if the faster one cannot be installed. */
function hasChromium() {
  if (process.env.CHROMIUM_PATH || !mayInstall) return existsSync(chromiumPath());
  return existsSync(headlessShell);
}

function installChromium() {
  if (process.env.CHROMIUM_PATH) {
    throw new SetupError(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist`);
  }
  if (!mayInstall) {
    const how = hasApt ? "run `sudo apt-get install chromium-headless-shell`" : "install one";
    throw new SetupError(`the browser tests need Chromium: ${how}, or set CHROMIUM_PATH to its executable`);
  }
  console.log("Installing Chromium (apt-get)...");
  try {
    aptGet("update");
    aptGet("install", "-y", "--no-install-recommends", "chromium-headless-shell");
  } catch (error) {
    if (!existsSync(chromiumPath())) throw error;
    console.log(`It could not be installed; ${chromiumPath()} will do, more slowly.`);
  }
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "pipe"], env });
}

const packages = { isDone: isInstalled, perform: install };
const web = { isDone: isWebBuilt, perform: buildWeb };
const chromium = { isDone: hasChromium, perform: installChromium };

/** The steps of each mode, in the order in which they have to run. */
const modes = new Map([
  ["start", [packages, web]],
  ["dev", [packages]],
  ["test", [packages, web, chromium]],
]);

async function main() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node 20.19 or newer is needed; this is ${process.versions.node}`);
  }
  const steps = modes.get(process.argv[2] ?? "");
  if (!steps) throw new SetupError(`usage: node tools/setup/setup.mjs <${[...modes.keys()].join("|")}>`);
  if (steps.every((step) => step.isDone())) return;
  mkdirSync(join(root, ".tmp"), { recursive: true });
  await withSetupLock(join(root, ".tmp", "setup.lock"), () => {
    // Checked again, because another set-up may have done the work while this one waited.
    for (const step of steps) if (!step.isDone()) step.perform();
  });
}

try {
  await main();
} catch (error) {
  console.error(`setup: ${error instanceof SetupError ? error.message : error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
}
