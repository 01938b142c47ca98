import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Served as /licenses.txt. Vite writes the notices of bundled modules into it. */
export const LICENCES_FILE = "licenses.txt";

/** Of these the build contains style rules, and words that `frequent-passwords.ts` puts into a module of ours. */
const OTHER_PACKAGES = ["tailwindcss", "@zxcvbn-ts/language-common"];

const LICENCE = /^(licen[cs]e|copying|ofl)/i;

/**
 * Adds what Vite does not see to its file of licence notices: packages of which the build contains files, such as
 * fonts, style rules or data.
 */
export function licenceNotices(): Plugin {
  return {
    name: "licence-notices",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const file = bundle[LICENCES_FILE];
        if (file?.type !== "asset") throw new Error("Vite wrote no licence notices");
        const others = OTHER_PACKAGES.map((name) => createRequire(import.meta.url).resolve(name));
        const manifests = [...listOriginals(bundle), ...others].flatMap(findManifest);
        file.source = [...new Set(manifests)].sort().reduce(addNotice, String(file.source));
      },
    },
  };
}

const listOriginals = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).flatMap((file) => (file.type === "asset" ? file.originalFileNames : []));

/** Returns the manifest of the package that a file belongs to, or nothing for one of ours. */
function findManifest(file: string): string[] {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path.resolve(import.meta.dirname, file));
  return found ? [`${found[0]}package.json`] : [];
}

function addNotice(notices: string, manifest: string): string {
  const { name, version, license } = JSON.parse(readFileSync(manifest, "utf8"));
  const title = `## ${name} - ${version} (${license})\n`;
  if (notices.includes(title)) return notices;
  const folder = path.dirname(manifest);
  const file = readdirSync(folder).find((one) => LICENCE.test(one));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return `${notices}\n${title}\n${readFileSync(path.join(folder, file), "utf8").trim()}\n`;
}
