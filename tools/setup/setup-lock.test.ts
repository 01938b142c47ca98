import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { withSetupLock } from "./setup-lock.mjs";

function lockPath() {
  const folder = mkdtempSync(join(tmpdir(), "setup-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "setup.lock");
}

test("holds the lock while it works and leaves none behind, even after a failure", async () => {
  const path = lockPath();
  await withSetupLock(path, () => expect(readFileSync(path, "utf8")).toBe(String(process.pid)));
  expect(existsSync(path)).toBe(false);
  await expect(
    withSetupLock(path, () => {
      throw new Error("npm");
    }),
  ).rejects.toThrow("npm");
  expect(existsSync(path)).toBe(false);
});

test("several processes work one after the other, even if the last holder died", async () => {
  const path = lockPath();
  const log = `${path}.log`;
  writeFileSync(path, String(spawnSync(process.execPath, ["-e", ""]).pid));
  const module = pathToFileURL(join(import.meta.dirname, "setup-lock.mjs")).href;
  const program = `
    import { appendFileSync } from "node:fs";
    import { withSetupLock } from ${JSON.stringify(module)};
    await withSetupLock(${JSON.stringify(path)}, async () => {
      appendFileSync(${JSON.stringify(log)}, "<");
      await new Promise((done) => setTimeout(done, 50));
      appendFileSync(${JSON.stringify(log)}, ">");
    });`;
  const codes = await Promise.all(
    Array.from({ length: 5 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
      return new Promise((done) => child.once("exit", done));
    }),
  );
  expect(codes).toEqual([0, 0, 0, 0, 0]);
  expect(readFileSync(log, "utf8")).toBe("<><><><><>");
});

test("gives up waiting for a holder that never ends, and names the file to delete", async () => {
  const path = lockPath();
  writeFileSync(path, String(process.pid));
  const log = vi.spyOn(console, "log").mockReturnValue();
  await expect(withSetupLock(path, () => expect.unreachable(), { timeoutMs: 150 })).rejects.toThrow(`delete ${path}`);
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`process ${process.pid}`));
  expect(existsSync(path)).toBe(true);
});
