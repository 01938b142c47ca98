import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "vite";
import type { Build } from "./src/worker/build-files.ts";

const root = import.meta.dirname;

/** Files outside of assets/ that the shell needs. Large pictures for installing are fetched when a browser wants them. */
const OWN_FILES = ["early.js", "favicon.svg", "icon-192.png", "manifest.webmanifest"];

/** Every browser with service workers reads woff2, so that the other formats of fonts are never loaded. */
const KEPT_ASSET = /\.(?:js|css|woff2)$/;

const BUILD_MARK = "%BUILD%";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

/** Describes a build in a folder: which files a device needs, and an id that changes with any of them or with a page. */
export function describeBuild(folder: string): Build {
  const assets = readdirSync(path.join(folder, "assets")).filter((name) => KEPT_ASSET.test(name));
  const names = [...assets.map((name) => `assets/${name}`), ...OWN_FILES].sort();
  // As `digestOf` in the worker.
  const digest = (name: string) => sha256(readFileSync(path.join(folder, name))).slice(0, 15);
  const files = Object.fromEntries(names.map((name) => [`/${name}`, digest(name)]));
  const pages = listPages(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  return { id: sha256(JSON.stringify([files, pages])).slice(0, 12), files };
}

function listPages(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".html"));
}

/** Writes the worker, which lists the files of the build and therefore comes last, and the build's id into each page. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir: folder }) {
        if (folder === undefined) throw new Error("The build has no folder");
        const described = describeBuild(folder);
        for (const name of listPages(folder)) {
          const file = path.join(folder, name);
          writeFileSync(file, readFileSync(file, "utf8").replace(BUILD_MARK, described.id));
        }
        writeFileSync(path.join(folder, "sw.js"), await bundleWorker(described));
      },
    },
  };
}

async function bundleWorker(described: Build): Promise<string> {
  const bundled = await build({
    root,
    configFile: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify(described) },
    build: {
      write: false,
      copyPublicDir: false,
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
