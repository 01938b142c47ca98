// A server for the browser journeys: the production build on a fresh database, which is removed with it. With
// E2E_STRIPE_PORT it sells Premium, with a payment provider that listens on that port.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startStripeContract } from "../tools/stripe/contract-server.ts";

const root = resolve(import.meta.dirname, "..");
const folder = process.env.DATA_DIR;
if (!folder) throw new Error("DATA_DIR must name the folder of the tests' database");

// Builds the app if Playwright was started on its own; under `npm test` there is nothing to do.
const setup = spawnSync(process.execPath, [join(root, "tools", "setup", "setup.mjs"), "start"], { stdio: "inherit" });
if (setup.status !== 0) process.exit(1);

/** The configuration of a server that sells: a payment provider whose events arrive after the student has returned. */
async function paymentVariables(): Promise<Record<string, string>> {
  const contract = await startStripeContract({
    port: Number(process.env.E2E_STRIPE_PORT),
    webhook: { url: `http://localhost:${process.env.PORT}/api/stripe/webhook`, delayMs: 1500 },
  });
  return contract.environment;
}

rmSync(folder, { recursive: true, force: true });
const payments = process.env.E2E_STRIPE_PORT ? await paymentVariables() : {};
const source = join(root, "apps", "server", "src");
// Hashing passwords at the real cost would take a tenth of the journeys' time.
const cheapPasswords = ["--import", join(source, "testing", "cheap-passwords.ts")];
const server = spawn(process.execPath, [...cheapPasswords, join(source, "main.ts")], {
  stdio: "inherit",
  env: { ...process.env, ...payments },
});

// A signal may be sent to this script alone or to its whole group; the server must receive it, once or twice.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill("SIGTERM"));
server.on("exit", (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
