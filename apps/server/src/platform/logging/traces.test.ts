import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { createTraces, loadTraceKey } from "./traces.ts";

const log = pino({ level: "silent" });
const traces = createTraces(new Uint8Array(32));
const network = (address: string) => traces("ana@repasa.example", address).network;

it("gives all addresses of a network the same trace", () => {
  expect(network("203.0.113.7")).toBe(network("203.0.113.200"));
  expect(network("203.0.113.7")).toBe(network("::ffff:203.0.113.9"));
  expect(network("203.0.113.7")).not.toBe(network("203.0.114.7"));
  expect(network("2001:db8:1:2::3")).toBe(network("2001:db8:1:ffff::1"));
  expect(network("2001:db8:1::3")).not.toBe(network("2001:db8:2::3"));
  expect(network("unknown")).toMatch(/^[\w-]{16}$/);
});

it("distinguishes accounts without naming them, and depends on the key", () => {
  const { account } = traces("ana@repasa.example", "::1");
  expect(account).toMatch(/^[\w-]{16}$/);
  expect(traces("eva@repasa.example", "::1").account).not.toBe(account);
  expect(createTraces(new Uint8Array(32).fill(1))("ana@repasa.example", "::1").account).not.toBe(account);
});

it("stores one key per data folder, however many servers start at once, that only its owner may read", async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "repasa-traces-"));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  const dataDir = path.join(folder, "data");
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadTraceKey(dataDir, log)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await loadTraceKey(dataDir, log)).toEqual(keys[0]);
  expect(await readdir(dataDir)).toEqual(["trace-key"]);
  expect((await stat(path.join(dataDir, "trace-key"))).mode & 0o777).toBe(0o600);
  // A damaged key, for example after a full disk, is replaced, and the new one is stored.
  for (const broken of ["", "ab", "z".repeat(64)]) {
    await writeFile(path.join(dataDir, "trace-key"), broken);
    const key = await loadTraceKey(dataDir, log);
    expect(key).toHaveLength(32);
    expect(await loadTraceKey(dataDir, log)).toEqual(key);
  }
  expect(await readdir(dataDir)).toEqual(["trace-key"]);
});

it("works without a folder for the key", async () => {
  expect(await loadTraceKey("/dev/null/nowhere", log)).toHaveLength(32);
});
