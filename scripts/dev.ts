// Watch mode for server and web: `npm run dev`. Vite serves the pages and hands /api on to the server.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endChildren, endWithChildren, root, run } from "./child-processes.ts";

const POLL_MS = 200;

const port = process.env.PORT ?? "3000";
const webPort = process.env.WEB_PORT ?? "5173";
const url = process.env.APP_URL ?? `http://localhost:${webPort}`;
const api = `http://127.0.0.1:${port}`;

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function announce() {
  while (!((await answers(`${api}/healthz`)) && (await answers(`http://localhost:${webPort}/`)))) await sleep(POLL_MS);
  console.log(`\nRepasa, watching: ${url}\n`);
}

endWithChildren();
// The pages come from Vite's address, so links and the Origin check must know that one.
const server = run("node", ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], {
  env: { PORT: port, APP_URL: url },
});
const web = run("vite", ["--port", webPort, "--strictPort", "--logLevel", "warn", "--clearScreen", "false"], {
  cwd: join(root, "apps", "web"),
  env: { API_TARGET: api },
});
void announce();

const first = await Promise.race([server, web]);
await endChildren();
process.exit(first.code);
