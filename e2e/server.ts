// The server that the browser journeys talk to: the production build on a fresh database, which goes with it.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const folder = process.env.DATA_DIR;
if (!folder) throw new Error("DATA_DIR must name the folder of the tests' database");

// Brings the build up to date when Playwright was started by itself; after `npm test` there is nothing to do.
const setup = spawnSync(process.execPath, [join(root, "scripts", "setup.mjs"), "start"], { stdio: "inherit" });
if (setup.status !== 0) process.exit(1);

rmSync(folder, { recursive: true, force: true });
const server = spawn(process.execPath, [join(root, "apps", "server", "src", "main.ts")], { stdio: "inherit" });

// Whoever ends this script may signal it alone or its whole group; the server must hear it, and once or twice is the same.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill("SIGTERM"));
server.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
