// @ts-check
// Decides whether set-up has anything to do.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns whether the tree that npm describes in node_modules/.package-lock.json is the one that the lock file requires.
 * Optional packages may be missing, since most are for other platforms.
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
 * Returns whether a file below apps/web or packages can change the web build.
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
 * Returns a fingerprint that changes if a new web build would differ from the last one.
 * @param {string} root
 */
export function webFingerprint(root) {
  const single = ["package-lock.json", "tsconfig.base.json", "tools/setup/precompress.ts"];
  const paths = [...webInputsBelow(root, "apps/web"), ...webInputsBelow(root, "packages"), ...single].sort();
  const hash = createHash("sha256");
  for (const path of paths) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
