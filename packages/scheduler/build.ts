// Builds the package that can be published: `npm run build -w packages/scheduler` writes JavaScript with types into `dist`,
// `npm pack ./packages/scheduler/dist` packs it. Another folder may be given as an argument.
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "./package.json" with { type: "json" };

const FOLDER = import.meta.dirname;

/**
 * The manifest of the built package. Unlike the workspace, it exports the entry point alone, and may be published.
 *
 * `src/scheduler.ts` and everything that it imports are compiled with the library of ES2023, which Node 20 has: a newer
 * function is a type error.
 */
function createManifest() {
  const { name, version, description, license, type, dependencies } = manifest;
  return {
    name,
    version,
    description,
    license,
    type,
    dependencies,
    engines: { node: ">=20" },
    sideEffects: false,
    exports: { ".": { types: "./scheduler.d.ts", default: "./scheduler.js" } },
    imports: { "#*.ts": "./*.js" },
    files: ["*.js", "*.d.ts"],
  };
}

function build(into: string): void {
  rmSync(into, { recursive: true, force: true });
  execFileSync("tsc", ["-p", join(FOLDER, "tsconfig.build.json"), "--outDir", into], { stdio: "inherit" });
  writeFileSync(join(into, "package.json"), `${JSON.stringify(createManifest(), null, 2)}\n`);
  copyFileSync(join(FOLDER, "README.md"), join(into, "README.md"));
}

build(resolve(process.argv[2] ?? join(FOLDER, "dist")));
