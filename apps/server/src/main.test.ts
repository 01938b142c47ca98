import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "#testing/test-database.ts";

// The server as a user starts it: a process of its own, with an embedded database of its own.

type Server = { process: ChildProcess; url: string; output: () => string; ended: Promise<number | null> };

const running = new Set<ChildProcess>();
const folders: string[] = [];

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-main-"));
  folders.push(folder);
  return path.join(folder, "data");
}

function launch(environment: Record<string, string>): Omit<Server, "url"> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "warn", RATE_LIMIT: "off", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { process: child, output: () => output, ended };
}

async function startServer(environment: Record<string, string>): Promise<Server> {
  const server = launch(environment);
  const url = await Promise.race([
    server.ended.then(() => undefined),
    (async () => {
      for (;;) {
        const port = /^Repasa: .*:(\d+)$/m.exec(server.output())?.[1];
        if (port) return `http://127.0.0.1:${port}`;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })(),
  ]);
  if (!url) throw new Error(`the server did not start: ${server.output()}`);
  return { ...server, url };
}

const credentials = { email: "ana@repasa.example", password: "una clave larga", confirmPassword: "una clave larga" };
const post = (url: string, body: unknown, headers = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function stopped(server: Server): Promise<number | null> {
  server.process.kill("SIGTERM");
  return server.ended;
}

afterEach(async () => {
  // A server that a failed test left behind stops its database by itself when asked to.
  for (const child of running) child.kill("SIGTERM");
  await Promise.all([...running].map((child) => new Promise((resolve) => child.once("close", resolve))));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe("the server", () => {
  it("loses nothing of what it acknowledged when it is killed", async () => {
    const dataDir = await newDataDir();
    const first = await startServer({ DATA_DIR: dataDir });
    expect((await post(`${first.url}/api/auth/register`, credentials)).status).toBe(201);
    first.process.kill("SIGKILL");
    await first.ended;
    const second = await startServer({ DATA_DIR: dataDir });
    expect((await post(`${second.url}/api/auth/login`, credentials)).status).toBe(200);
    expect(await stopped(second)).toBe(0);
  }, 60_000);

  it("shares its folder with a second one, which goes on when the first stops", async () => {
    const dataDir = await newDataDir();
    const [first, second] = await Promise.all([startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })]);
    expect((await post(`${first.url}/api/auth/register`, credentials)).status).toBe(201);
    expect(await stopped(first)).toBe(0);
    expect((await post(`${second.url}/api/auth/login`, credentials)).status).toBe(200);
    expect(await stopped(second)).toBe(0);
  }, 60_000);

  it("on SIGTERM finishes what is in flight, and takes nothing new", async () => {
    const database = await createTestDatabase();
    const server = await startServer({ DATABASE_URL: database.connectionString });
    const holder = await database.db.pool.connect();
    await holder.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const flight = post(`${server.url}/api/auth/register`, credentials);
    await expect.poll(async () => (await holder.query(WAITING)).rows[0].count).toBeGreaterThan(0);

    const begun = performance.now();
    server.process.kill("SIGTERM");
    await expect.poll(() => fetch(`${server.url}/healthz`).catch(() => "refused")).toBe("refused");
    await holder.query("COMMIT");
    holder.release();
    expect((await flight).status).toBe(201);
    expect(await server.ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await database.drop();
  }, 60_000);
});

const WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted";

describe("a start that cannot be", () => {
  async function lineOf(environment: Record<string, string>): Promise<string> {
    const server = launch({ LOG_LEVEL: "silent", ...environment });
    expect(await server.ended).toBe(1);
    expect(server.output().trim().split("\n")).toHaveLength(1);
    return server.output();
  }

  it("says in one line that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const line = await lineOf({ DATA_DIR: await newDataDir(), PORT: String(port) });
    expect(line).toContain(`Cannot listen on 127.0.0.1:${port}: another program already listens there`);
    other.close();
  }, 60_000);

  it("says in one line that the folder cannot be used", async () => {
    const folder = await newDataDir();
    await writeFile(folder, "a file");
    const line = await lineOf({ DATA_DIR: path.join(folder, "data") });
    expect(line).toContain(folder);
    expect(line).toContain("DATA_DIR");
  });

  it("says in one line that the database cannot be reached", async () => {
    const line = await lineOf({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(line).toContain("Cannot connect to the database none at 127.0.0.1:1");
  });

  it.each([
    ["PORT", "http", "a port number"],
    ["APP_URL", "repasa.example", "the public address"],
    ["DATABASE_URL", "mysql://x", "a PostgreSQL address"],
    ["RATE_LIMIT", "maybe", "on or off"],
    ["LOG_LEVEL", "loud", "one of fatal"],
    ["TRUST_PROXY", "true", "a number of proxies"],
  ])("names %s when it is %j, and what it accepts", async (name, value, accepts) => {
    const line = await lineOf({ [name]: value });
    expect(line).toContain(`${name}=${JSON.stringify(value)} is not valid`);
    expect(line).toContain(accepts);
  });
});
