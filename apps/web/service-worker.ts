import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { build, type Plugin } from "vite";
import { afterBuild } from "./after-build.ts";
import type { Build, BuildFiles } from "./src/worker/build-files.ts";
import { OWN_FILES } from "./src/worker/own-files.ts";
import * as screenPaths from "./src/worker/screen-paths.ts";

const root = import.meta.dirname;

/** Every browser with service workers reads woff2, so that the other formats of fonts are never loaded. */
const KEPT_ASSET = /\.(?:js|css|woff2)$/;

const BUILD_MARK = "%BUILD%";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
/** As `digestOf` in the worker. */
const digestOf = (content: string | Buffer) => sha256(content).slice(0, 15);

/** Describes a build in a folder: which files a device needs, and an id that changes with any of them or with a page. */
function describeBuild(folder: string): { id: string; files: BuildFiles } {
  const assets = readdirSync(path.join(folder, "assets")).filter((name) => KEPT_ASSET.test(name));
  const paths = [...assets.map((name) => `/assets/${name}`), ...OWN_FILES].sort();
  const files = Object.fromEntries(paths.map((one) => [one, digestOf(readFileSync(path.join(folder, one)))]));
  const pages = listPages(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  return { id: sha256(JSON.stringify([files, pages])).slice(0, 12), files };
}

function listPages(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".html"));
}

/** Writes the list of the build's files, the worker, which names that list and comes last, and the build's id into each page. */
export function serviceWorker(): Plugin {
  return afterBuild("service-worker", async (folder) => {
    const { id, files } = describeBuild(folder);
    for (const name of listPages(folder)) {
      const file = path.join(folder, name);
      writeFileSync(file, readFileSync(file, "utf8").replace(BUILD_MARK, id));
    }
    const list = JSON.stringify(files);
    writeFileSync(path.join(folder, "build-files.json"), list);
    writeFileSync(path.join(folder, "sw.js"), await bundleWorker({ id, list: digestOf(list) }));
  });
}

/** Leaves out of `idb` what moves cursors, of which the worker has none: 0.5 KB of its 12. */
const cursors: Plugin = {
  name: "without-cursors",
  transform: {
    filter: { id: /\/idb\/build\/index\.js$/ },
    handler(code) {
      const unmoved = code.replace(/^ {4}if \(getCursorAdvanceMethods\(\).*?^ {4}\}\n/ms, "");
      const shortened = unmoved.replace(/^const advanceMethodProps = .*?(?=^export \{)/ms, "");
      if (unmoved === code || shortened === unmoved) throw new Error("idb no longer moves cursors as it did");
      return { code: shortened, map: null };
    },
  },
};

/** Modules that the worker's build replaces. */
const REPLACED: readonly [id: RegExp, write: (id: string) => string | Promise<string>][] = [
  // The worker trusts the server, and no page of its own reads what has changed.
  [/\/contract\/src\/client\/\w+\.ts$/, async (id) => writeConstants(keepAddresses(await import(id)))],
  [/\/contract\/src\/shape\.ts$/, () => "export const hasShape = () => true;"],
  // Only pages show whether there is a connection.
  [
    /\/web\/src\/lib\/connection\.ts$/,
    () => "export const noteReached = () => {}, noteUnreached = noteReached, noteTrouble = noteReached;",
  ],
  // Only pages create copies: the worker learns late of the end of a session.
  [/\/web\/src\/lib\/signed-in\.ts$/, () => "export const isSignedInHere = () => false;"],
  // The values, and not the table of the screens from which they are computed.
  [/\/worker\/screen-paths\.ts$/, () => writeConstants(screenPaths)],
];

const replacedModules: Plugin = {
  name: "replaced-modules",
  transform: {
    filter: { id: REPLACED.map(([id]) => id) },
    async handler(_code, id) {
      const [, write] = REPLACED.find(([pattern]) => pattern.test(id)) ?? [];
      return write && { code: await write(id), map: null };
    },
  },
};

const keepAddresses = (calls: Record<string, ClientEndpoint>) =>
  Object.fromEntries(Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }]));

const writeConstants = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");

async function bundleWorker(marked: Build): Promise<string> {
  const bundled = await build({
    root,
    configFile: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(marked), document: "undefined" },
    plugins: [cursors, replacedModules],
    build: {
      write: false,
      copyPublicDir: false,
      // Smaller by 0.6 KB than what the bundler's own minifier leaves. Nobody reads what a worker prints.
      minify: "terser",
      terserOptions: { compress: { passes: 3, pure_getters: true, unsafe_methods: true, drop_console: true } },
      target: ["chrome111", "edge111", "firefox128", "safari16.4"],
      rolldownOptions: {
        input: path.join(root, "src/worker/worker.ts"),
        // Not every browser runs workers that are modules.
        output: { format: "iife" },
      },
    },
  });
  if (!("output" in bundled)) throw new Error("The worker was not built once");
  const [script, ...others] = bundled.output;
  if (others.length > 0) throw new Error("The worker must be one file");
  return script.code;
}
