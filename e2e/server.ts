// A server that the browser journeys talk to: the production build on a fresh database, which goes with it. With
// E2E_STRIPE_PORT it sells, by a payment provider that listens there.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startStripeContract } from "../tools/stripe/contract-server.ts";

const root = resolve(import.meta.dirname, "..");
const folder = process.env.DATA_DIR;
if (!folder) throw new Error("DATA_DIR must name the folder of the tests' database");

// Brings the build up to date when Playwright was started by itself; after `npm test` there is nothing to do.
const setup = spawnSync(process.execPath, [join(root, "tools", "setup", "setup.mjs"), "start"], { stdio: "inherit" });
if (setup.status !== 0) process.exit(1);

/** What makes the server sell: a provider of its own, whose events come after the student is back. */
async function paymentVariables(): Promise<Record<string, string>> {
  const contract = await startStripeContract({
    port: Number(process.env.E2E_STRIPE_PORT),
    webhook: { url: `http://localhost:${process.env.PORT}/api/stripe/webhook`, delayMs: 1500 },
  });
  return contract.environment;
}

rmSync(folder, { recursive: true, force: true });
const payments = process.env.E2E_STRIPE_PORT ? await paymentVariables() : {};
const server = spawn(process.execPath, [join(root, "apps", "server", "src", "main.ts")], {
  stdio: "inherit",
  env: { ...process.env, ...payments },
});

// Whoever ends this script may signal it alone or its whole group; the server must hear it, and once or twice is the same.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill("SIGTERM"));
server.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
