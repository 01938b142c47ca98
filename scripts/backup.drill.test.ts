// Runs the commands as operators do, beside a server with its embedded database. It belongs to `npm run test:faults`, because
// it takes many starts.
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "./child-processes.ts";

const folders: string[] = [];
const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) child.kill("SIGTERM");
  await Promise.all([...running].map((child) => once(child, "close")));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "repasa-drill-"));
  folders.push(folder);
  return folder;
}

function launch(script: string, dataDir: string, ...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn", RATE_LIMIT: "off" };
  const child = spawn(process.execPath, [join(root, script), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

async function runCommand(script: string, dataDir: string, ...args: string[]) {
  const child = launch(script, dataDir, ...args);
  const [[code], ...streams] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, output: streams.join("") };
}

async function serve(dataDir: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = launch("apps/server/src/main.ts", dataDir);
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  for await (const chunk of child.stdout) {
    output += chunk;
    const port = /^Repasa: .*:(\d+)$/m.exec(output)?.[1];
    if (!port) continue;
    const stop = () => {
      child.kill("SIGTERM");
      return once(child, "close");
    };
    return { url: `http://127.0.0.1:${port}`, stop };
  }
  throw new Error(output);
}

/** Registers a user with one card, and returns a function that rates it. */
async function registerStudent(url: string) {
  let cookie = "";
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", cookie };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(";", 1)[0])
      .join("; ");
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as { id: number };
  };
  const password = "una clave larga";
  await post("/api/auth/register", { email: "ana@repasa.example", password, confirmPassword: password });
  const folder = await post("/api/folders", { name: "Pila" });
  const { id } = await post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });
  return { rate: () => post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" }) };
}

const countRatings = async (dataDir: string) => {
  const { output } = await runCommand("scripts/admin.ts", dataDir, "account", "ana@repasa.example");
  return Number(/^rated +(\d+) times/m.exec(output)?.[1]);
};

describe.runIf(process.env.FAULTS)("the commands for backup and restore", () => {
  it("back up a server while cards are rated, and restore it elsewhere, completely or not at all", {
    timeout: 300_000,
  }, async () => {
    const [first, second, files] = [await newFolder(), await newFolder(), await newFolder()];
    const file = join(files, "drill.backup");
    const server = await serve(first);
    const { rate } = await registerStudent(server.url);
    let acknowledged = 0;
    let isRating = true;
    const ratingLoop = (async () => {
      for (; isRating; acknowledged++) await rate();
    })();
    await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(20);
    const before = acknowledged;
    expect(await runCommand("scripts/backup.ts", first, "--to", file)).toMatchObject({
      code: 0,
      output: expect.stringContaining("read again and found sound"),
    });
    const after = acknowledged;
    expect((await runCommand("scripts/restore.ts", first, file, "--replace")).output).toContain("stop all servers");
    isRating = false;
    await ratingLoop;
    await server.stop();
    expect(await countRatings(first)).toBe(acknowledged);

    for (const pause of [0, 300, 600, 900, 1_200]) {
      const killed = launch("scripts/restore.ts", first, file, "--replace");
      await delay(pause);
      killed.kill("SIGKILL");
      await once(killed, "close");
      const left = await countRatings(first);
      expect(left === acknowledged || (left >= before && left <= after + 1), `${left} of ${acknowledged}`).toBe(true);
    }

    expect(await runCommand("scripts/restore.ts", second, file)).toMatchObject({ code: 0 });
    const restored = await countRatings(second);
    expect(restored).toBeGreaterThanOrEqual(before);
    expect(restored).toBeLessThanOrEqual(after + 1);
    expect(await runCommand("scripts/check-data.ts", second)).toMatchObject({
      code: 0,
      output: "1 users, 0 differences\n",
    });
    const again = await serve(second);
    const credentials = JSON.stringify({ email: "ana@repasa.example", password: "una clave larga" });
    const headers = { "content-type": "application/json" };
    const signedIn = await fetch(`${again.url}/api/auth/login`, { method: "POST", headers, body: credentials });
    expect(signedIn.status).toBe(200);
    await again.stop();
  });
});
