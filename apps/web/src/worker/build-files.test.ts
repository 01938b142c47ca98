// @vitest-environment node
import { webcrypto } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readBuilds } from "#lib/device-caches.ts";
import {
  type Build,
  digestOf,
  installBuild,
  readFile,
  readOfflinePage,
  readShell,
  refreshShell,
  removeOldBuilds,
  restoreBuild,
} from "#worker/build-files.ts";
import { fakeCaches, fakeServer, ourResponse } from "#worker/testing/fake-caches.ts";

const page = (id: string, text = "") => ourResponse(`<meta name="build" content="${id}" />${text}`);

const digestOfText = (text: string) => digestOf(new TextEncoder().encode(text).buffer as ArrayBuffer);

async function listFiles(files: Record<string, string>): Promise<string> {
  const digests = Object.entries(files).map(async ([path, text]) => [path, await digestOfText(text)] as const);
  return JSON.stringify(Object.fromEntries(await Promise.all(digests)));
}

/** Deploys a build on the server, whose single answers a test may change. */
async function deploy(id: string, files: Record<string, string>, changed: Record<string, () => Response | Error> = {}) {
  const own = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, () => ourResponse(text)]));
  const pages = { "/dashboard": () => page(id), "/offline.html": () => page(id, "Sin conexión") };
  const list = await listFiles(files);
  const server = fakeServer({ ...own, ...pages, "/build-files.json": () => ourResponse(list), ...changed });
  vi.stubGlobal("fetch", server.fetch);
  const build: Build = { id, list: await digestOfText(list) };
  return { build, calls: server.calls, fetch: server.fetch };
}

const first = { "/assets/a-1.js": "a", "/assets/b-1.js": "b", "/early.js": "early" };
const second = { "/assets/a-1.js": "a", "/assets/b-2.js": "b2", "/early.js": "early, changed" };

async function installFirst() {
  const { build } = await deploy("one", first);
  await installBuild(build);
}

const textOf = async (response: Promise<Response | undefined>) => (await response)?.text();

beforeEach(() => {
  vi.stubGlobal("caches", fakeCaches());
  // The page's has no digests in tests.
  vi.stubGlobal("crypto", webcrypto);
});

describe("installBuild", () => {
  it("stores every file, the shell and the page for browsers without a network", async () => {
    await installFirst();
    expect(await readBuilds()).toEqual(["repasa-build-one"]);
    expect(await textOf(readFile("/assets/b-1.js"))).toBe("b");
    expect(await textOf(readShell())).toContain('content="one"');
    expect(await textOf(readOfflinePage())).toContain("Sin conexión");
    expect((await readOfflinePage())?.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("fetches only the files that no earlier build has", async () => {
    await installFirst();
    const { build, calls } = await deploy("two", second);
    await installBuild(build);
    expect(calls.sort()).toEqual(["/assets/b-2.js", "/build-files.json", "/dashboard", "/early.js", "/offline.html"]);
    expect(await textOf(readFile("/early.js"))).toBe("early, changed");
    // A tab of the first build still loads its files.
    expect(await textOf(readFile("/assets/b-1.js"))).toBe("b");
  });

  it.each<[string, string, () => Response | Error]>([
    ["is missing", "/assets/b-2.js", () => ourResponse("No existe", { status: 404 })],
    ["is cut off", "/assets/b-2.js", () => ourResponse("b")],
    ["is a hotspot's page", "/assets/b-2.js", () => ourResponse("<h1>Wifi</h1>")],
    ["cannot be fetched", "/assets/b-2.js", () => new TypeError("Failed to fetch")],
    ["comes from another origin", "/assets/b-2.js", () => new Response("b2")],
    ["was redirected", "/assets/b-2.js", () => Object.defineProperty(ourResponse("b2"), "redirected", { value: true })],
    ["is a shell of another build", "/dashboard", () => page("three")],
    ["is a hotspot's page for the shell", "/dashboard", () => ourResponse("<h1>Wifi</h1>")],
    ["is the list of another build", "/build-files.json", () => ourResponse('{"/assets/b-2.js":"0"}')],
    ["is a hotspot's page for the list", "/build-files.json", () => ourResponse("<h1>Wifi</h1>")],
    ["is an error in place of our page", "/offline.html", () => ourResponse("", { status: 503 })],
  ])("rejects and leaves the earlier build as it was if a file %s", async (_fault, path, answer) => {
    await installFirst();
    const { build } = await deploy("two", second, { [path]: answer });
    await expect(installBuild(build)).rejects.toThrow();
    expect(await readBuilds()).toEqual(["repasa-build-one"]);
    expect((await caches.keys()).filter((name) => name.startsWith("repasa-build-"))).toEqual(["repasa-build-one"]);
    expect(await textOf(readShell())).toContain('content="one"');
  });
});

describe("restoreBuild", () => {
  const eraseAll = async () => Promise.all((await caches.keys()).map((name) => caches.delete(name)));

  it("fetches nothing as long as the build is complete", async () => {
    await installFirst();
    const { build, calls } = await deploy("one", first);
    await restoreBuild(build, 0);
    expect(calls).toEqual([]);
  });

  it("fetches what the browser has erased: all of it, or a file", async () => {
    await installFirst();
    const { build, calls } = await deploy("one", first);
    await eraseAll();
    await restoreBuild(build, 0);
    expect(calls).toHaveLength(6);
    expect(await readBuilds()).toEqual(["repasa-build-one"]);
    expect(await textOf(readShell())).toContain('content="one"');
    expect(await textOf(readFile("/assets/b-1.js"))).toBe("b");
    await (await caches.open("repasa-build-one")).delete("/assets/b-1.js");
    await restoreBuild(build, 0);
    expect(await textOf(readFile("/assets/b-1.js"))).toBe("b");
  });

  it("leaves a newer build in its place, and cannot bring back what the server no longer has", async () => {
    await installFirst();
    const { build: newer } = await deploy("two", second);
    await installBuild(newer);
    const { build } = await deploy("one", first);
    await caches.delete("repasa-build-one");
    await restoreBuild(build, 0);
    expect(await readBuilds()).toEqual(["repasa-build-two", "repasa-build-one"]);
    await eraseAll();
    await deploy("two", second);
    await expect(restoreBuild(build, 0)).rejects.toThrow();
    expect(await readBuilds()).toEqual([]);
  });

  it("leaves a newer build in its place that is installed while the files arrive", async () => {
    await installFirst();
    await eraseAll();
    const { build: newer, fetch: fetchNewer } = await deploy("two", second);
    const { build, fetch: fetchOld } = await deploy("one", first);
    const installs: Promise<void>[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      if (path !== "/offline.html" || installs.length > 0) return fetchOld(path);
      vi.stubGlobal("fetch", fetchNewer);
      installs.push(installBuild(newer));
      await Promise.all(installs);
      return fetchOld(path);
    });
    await restoreBuild(build, 0);
    expect(await readBuilds()).toEqual(["repasa-build-two", "repasa-build-one"]);
  });

  it("pauses for an hour after a failure, as on a full disk, but not after one of the network", async () => {
    await installFirst();
    await eraseAll();
    const full = () => new DOMException("Full", "QuotaExceededError") as unknown as Error;
    const { build, calls } = await deploy("one", first, { "/early.js": full });
    await expect(restoreBuild(build, 0)).rejects.toThrow("Full");
    const attempts = calls.length;
    await restoreBuild(build, 3_599_999);
    expect(calls).toHaveLength(attempts);
    await deploy("one", first, { "/early.js": () => new TypeError("Failed to fetch") });
    await expect(restoreBuild(build, 3_600_000)).rejects.toThrow("Failed to fetch");
    await deploy("one", first);
    await restoreBuild(build, 3_600_001);
    expect(await readBuilds()).toEqual(["repasa-build-one"]);
  });
});

describe("removeOldBuilds", () => {
  it("keeps the newest build and the previous one, also after a build has come back", async () => {
    for (const [id, files] of [
      ["one", first],
      ["two", second],
      ["one", first],
      ["three", second],
    ] as const) {
      await installBuild((await deploy(id, files)).build);
      await removeOldBuilds();
    }
    expect(await readBuilds()).toEqual(["repasa-build-three", "repasa-build-one"]);
    expect((await caches.keys()).filter((name) => name.startsWith("repasa-build-")).sort()).toEqual([
      "repasa-build-one",
      "repasa-build-three",
    ]);
  });
});

describe("refreshShell", () => {
  it("stores the shell with the headers of today, but never that of another build", async () => {
    const { build } = await deploy("one", first);
    await installBuild(build);
    await deploy("one", first, { "/dashboard": () => page("one", "configured anew") });
    await refreshShell(build);
    expect(await textOf(readShell())).toContain("configured anew");
    await deploy("two", second);
    await expect(refreshShell(build)).rejects.toThrow();
    expect(await textOf(readShell())).toContain("configured anew");
  });
});
