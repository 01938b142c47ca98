// `npm run dev` starts the server and the web in watch mode. Vite serves the pages and proxies /api to the server.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, run, stopChildren, stopChildrenOnSignal } from "./child-processes.ts";

const POLL_MS = 200;

const port = process.env.PORT ?? "3000";
const webPort = process.env.WEB_PORT ?? "5173";
const url = process.env.APP_URL ?? `http://localhost:${webPort}`;
const api = `http://127.0.0.1:${port}`;

async function isAnswering(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

async function announce() {
  while (!((await isAnswering(`${api}/healthz`)) && (await isAnswering(`http://localhost:${webPort}/`))))
    await sleep(POLL_MS);
  console.log(`\nRepasa, watching: ${url}\n`);
}

stopChildrenOnSignal();
// Pages are served from Vite's address, so links and the Origin check use it.
const server = run("node", ["--watch", "--watch-preserve-output", "apps/server/src/main.ts"], {
  env: { PORT: port, APP_URL: url },
});
const web = run("vite", ["--port", webPort, "--strictPort", "--logLevel", "warn", "--clearScreen", "false"], {
  cwd: join(root, "apps", "web"),
  env: { API_TARGET: api },
});
void announce();

const first = await Promise.race([server, web]);
await stopChildren();
process.exit(first.code);
