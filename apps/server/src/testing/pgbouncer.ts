import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";

/** The path of the program, 1.21 or later; tests that need it are skipped if it is not set. */
export const PGBOUNCER = process.env.TEST_PGBOUNCER;

/** Starts a PgBouncer in front of one database, in transaction mode, with few connections for many callers. */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string> = {}) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-pgbouncer-"));
  const listenPort = await findFreePort();
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: listenPort,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 4,
    max_prepared_statements: 200,
    server_login_retry: 1,
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 && { user: "nobody" }),
    ...settings,
  };
  const database = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(file, ["[databases]", `repasa = ${database}`, "[pgbouncer]", ...lines, ""].join("\n"));
  const child = spawn(PGBOUNCER ?? "", ["-q", file], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `postgres://someone@127.0.0.1:${listenPort}/repasa`;
  await vi.waitUntil(() => isListening(listenPort), { timeout: 10_000 });
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns whether the port accepts connections. It starts no session, for which PgBouncer would connect to the database. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
