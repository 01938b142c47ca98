// What happens to password hashes and to the processes that compute them, when either ends.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { describe, expect, it } from "vitest";
import { credentials, newDataDir, post, startServer, stopServer } from "#testing/server-process.ts";
import { createTestDatabase } from "#testing/test-database.ts";
import { hashPassword, RECOMMENDED_COST, setPasswordCost, verifyPassword } from "./auth.password.ts";

/** Returns the processes that a process has started to compute hashes. */
function listHashers(parent: number): number[] {
  const isHasher = (id: string) => readFileSync(`/proc/${id}/cmdline`, "utf8").includes("auth.process.ts");
  const threads = readdirSync(`/proc/${parent}/task`);
  const ids = threads.flatMap((thread) => readFileSync(`/proc/${parent}/task/${thread}/children`, "utf8").split(" "));
  return ids.filter((id) => id !== "" && existsSync(`/proc/${id}`) && isHasher(id)).map(Number);
}

describe.runIf(process.platform === "linux")("the processes that hash passwords", () => {
  it("have the lowest priority, and do one hash at a time each", async () => {
    await Promise.all(Array.from({ length: 6 }, () => hashPassword("contraseña")));
    const hashers = listHashers(process.pid);
    expect([1, 2]).toContain(hashers.length);
    expect(hashers.map((id) => getPriority(id))).toEqual(hashers.map(() => constants.priority.PRIORITY_LOW));
  });

  it("may be killed, idle or at work, and no hash is lost", async () => {
    const hash = await hashPassword("contraseña");
    const [idle] = listHashers(process.pid);
    process.kill(idle as number, "SIGKILL");
    expect(await verifyPassword("contraseña", hash)).toBe(true);
    setPasswordCost({ ...RECOMMENDED_COST, passes: 40 });
    const busy = hashPassword("contraseña");
    await expect.poll(() => listHashers(process.pid)).not.toEqual([]);
    const killed = listHashers(process.pid);
    for (const id of killed) process.kill(id, "SIGKILL");
    expect(await verifyPassword("contraseña", await busy)).toBe(true);
    setPasswordCost({ memory: 8, passes: 1, parallelism: 1 });
    expect(listHashers(process.pid).filter((id) => killed.includes(id))).toEqual([]);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("end with a server that gets %s", async (signal) => {
    const database = await createTestDatabase();
    try {
      const server = await startServer({ DATA_DIR: await newDataDir(), DATABASE_URL: database.connectionString });
      expect((await post(`${server.url}/api/auth/register`, credentials)).status).toBe(201);
      const hashers = listHashers(server.process.pid as number);
      expect(hashers).not.toEqual([]);
      // One of them works while the server ends.
      const unanswered = post(`${server.url}/api/auth/login`, credentials).catch(() => null);
      await stopServer(server, signal);
      await unanswered;
      await expect.poll(() => hashers.filter((id) => existsSync(`/proc/${id}`))).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
