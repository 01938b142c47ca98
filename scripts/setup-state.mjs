// @ts-check
// What decides whether set-up has something to do. Node built-ins only: it runs before the install.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {"install" | "web" | "chromium"} Step */

/** An expected failure: its message is one line for the person at the terminal. */
export class SetupError extends Error {}

export const MINIMUM_NODE = "20.19";

/** @type {Map<string | undefined, Step[]>} */
const STEPS = new Map([
  ["start", ["install", "web"]],
  ["dev", ["install"]],
  ["test", ["install", "web", "chromium"]],
]);

/**
 * The steps of a mode, in the order in which they have to run.
 * @param {string | undefined} mode
 */
export function stepsOf(mode) {
  const steps = STEPS.get(mode);
  if (!steps) throw new SetupError(`usage: node scripts/setup.mjs <${[...STEPS.keys()].join("|")}>`);
  return steps;
}

/**
 * The steps that still have to run. A fresh install leaves the later ones to their own stamps.
 * @param {Step[]} wanted
 * @param {(step: Step) => boolean} isDone
 */
export function outdatedSteps(wanted, isDone) {
  return wanted.filter((step) => !isDone(step));
}

/** @param {string} version as in `process.versions.node` */
export function isNodeSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM_NODE.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

// What npm reads from a manifest when it installs; scripts and descriptions may change without a reinstall.
const INSTALL_FIELDS = [
  "name",
  "version",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
  "allowScripts",
];

/**
 * The part of a package.json that decides what gets installed.
 * @param {string} text
 */
export function installPartOf(text) {
  const manifest = JSON.parse(text);
  return JSON.stringify(INSTALL_FIELDS.map((field) => manifest[field] ?? null));
}

/**
 * Names and contents as one hash; the order in which the disk lists files does not matter.
 * @param {[name: string, content: string | Buffer][]} entries
 */
export function fingerprint(entries) {
  const hash = createHash("sha256");
  for (const [name, content] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string} root */
function workspaceFolders(root) {
  /** @type {string[]} */
  const patterns = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).workspaces ?? [];
  return patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, "");
    if (parent === pattern) return [pattern];
    const children = existsSync(join(root, parent)) ? readdirSync(join(root, parent)) : [];
    return children.map((child) => `${parent}/${child}`).filter((it) => existsSync(join(root, it, "package.json")));
  });
}

/**
 * Changes when the packages to install change, or the machine they were installed for.
 * @param {string} root
 */
export function installFingerprint(root) {
  /** @type {[string, string][]} */
  const entries = [
    ["machine", `${process.platform}-${process.arch}`],
    ["package-lock.json", readFileSync(join(root, "package-lock.json"), "utf8")],
  ];
  for (const folder of ["", ...workspaceFolders(root)]) {
    const path = join(folder, "package.json");
    entries.push([path, installPartOf(readFileSync(join(root, path), "utf8"))]);
  }
  return fingerprint(entries);
}

/**
 * Whether an installed tree, as npm notes it in node_modules/.package-lock.json, is what the lock file asks for.
 * Optional packages may be missing (other platforms), and install scripts may have brought more of their own.
 * @param {string} lockText
 * @param {string} installedText
 */
export function installedMatchesLock(lockText, installedText) {
  const wanted = JSON.parse(lockText).packages ?? {};
  const installed = JSON.parse(installedText).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/")) return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link;
  });
}

/**
 * Whether a file below apps/web or packages can change the web build. Tests cannot.
 * @param {string} path with slashes
 */
export function isWebInput(path) {
  return !/(^|\/)(node_modules|dist|testing)(\/|$)|\.(test|spec)\.tsx?$|\.md$/.test(path);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function webInputsBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!isWebInput(path)) return [];
    return entry.isDirectory() ? webInputsBelow(root, path) : [path];
  });
}

/**
 * Changes when a new web build would differ from the last one.
 * @param {string} root
 */
export function webFingerprint(root) {
  const single = ["package-lock.json", "tsconfig.base.json", "scripts/precompress.ts"];
  const paths = [...webInputsBelow(root, "apps/web"), ...webInputsBelow(root, "packages"), ...single];
  return fingerprint(paths.map((path) => [path, readFileSync(join(root, path))]));
}
