// @vitest-environment node
import { screenNames, screens } from "@repasa/contract/screens.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeFlag } from "#lib/device-flags.ts";
import { answerNavigation, isForMembers } from "#worker/navigations.ts";
import { fakeCaches, fakeServer, ourResponse } from "#worker/testing/fake-caches.ts";

const cut = () => new TypeError("Failed to fetch");

async function storeBuild() {
  const cache = await caches.open("repasa-build-one");
  await cache.put("/dashboard", new Response("shell"));
  await cache.put("/offline.html", new Response("Sin conexión"));
  await writeFlag("builds", '["repasa-build-one"]');
}

const visit = async (path: string) => (await answerNavigation(new Request(`https://repasa.test${path}`))).text();

beforeEach(() => void vi.stubGlobal("caches", fakeCaches()));

describe("isForMembers", () => {
  it("is true of exactly the screens of the contract that need a sign-in", async () => {
    for (const name of screenNames) {
      const { pattern, access } = screens[name];
      const path = pattern.replace(/\/:\w+\?/, "").replace(/:\w+/, "7");
      expect(await isForMembers(path), path).toBe(access === "member");
    }
    for (const path of ["/study/7", "/folders/7/", "/exams/3"]) expect(await isForMembers(path), path).toBe(true);
    for (const path of ["/studyx", "/nada", "/folders/7/x"]) expect(await isForMembers(path), path).toBe(false);
  });

  it("is true of / once somebody has signed in", async () => {
    expect(await isForMembers("/")).toBe(false);
    await writeFlag("member", "7");
    expect(await isForMembers("/")).toBe(true);
  });
});

describe("answerNavigation", () => {
  it("answers member screens with the shell, without asking the network", async () => {
    const server = fakeServer({});
    vi.stubGlobal("fetch", server.fetch);
    await storeBuild();
    expect([await visit("/folders/7?x=1"), await visit("/dashboard")]).toEqual(["shell", "shell"]);
    expect(server.calls).toEqual([]);
  });

  it("puts the picture of Home before the app, if it is of the account whose copy lies unlocked", async () => {
    await storeBuild();
    const shell = '<script type="module" crossorigin src="/assets/index-1.js"></script><div id="root"></div>';
    await (await caches.open("repasa-build-one")).put("/dashboard", new Response(shell));
    const html = '<div id="picture">$& 5 cartas</div>';
    await writeFlag("home", JSON.stringify({ owner: 7, html }));
    expect(await visit("/dashboard")).toBe(shell);
    await writeFlag("copy", "8");
    expect(await visit("/dashboard")).toBe(shell);
    await writeFlag("copy", "7");
    await writeFlag("member", "7");
    const script =
      '<script src="/picture.js" data-app="/assets/index-1.js" data-owner="7" data-named="" data-cookie="repasa-account"></script>';
    const drawn = `${html}<div id="root"></div>${script}`;
    expect(await visit("/dashboard")).toBe(drawn);
    expect(await visit("/?tema=oscuro")).toBe(drawn);
    expect(await visit("/folders")).toBe(shell);
    const names = (account: string | null) =>
      vi.stubGlobal("cookieStore", {
        get: async () => (account === null ? null : { value: account }),
      });
    names("8");
    expect(await visit("/dashboard")).toBe(shell);
    names("7");
    expect(await visit("/dashboard")).toBe(drawn);
    names(null);
    expect(await visit("/dashboard")).toBe(drawn);
    await writeFlag("named", "7");
    expect(await visit("/dashboard")).toBe(shell);
    vi.stubGlobal("cookieStore", undefined);
  });

  it.each<[string, () => Response | Error, string]>([
    ["what the network has", () => ourResponse("login"), "login"],
    ["our page without a network", cut, "Sin conexión"],
    ["our page for a proxy without a server", () => ourResponse("Bad Gateway", { status: 502 }), "Sin conexión"],
    ["our page for a distant proxy, too", () => ourResponse("Web server is down", { status: 521 }), "Sin conexión"],
    ["an error of the server's own", () => ourResponse("No existe", { status: 404 }), "No existe"],
  ])("answers other pages with %s", async (_title, answer, text) => {
    vi.stubGlobal("fetch", fakeServer({ "/login": answer }).fetch);
    await storeBuild();
    expect(await visit("/login")).toBe(text);
  });

  it("has a last resort when the browser has erased the build, or its storage is broken", async () => {
    vi.stubGlobal("fetch", fakeServer({ "/folders": cut }).fetch);
    expect(await visit("/folders")).toContain("<h1>Sin conexión</h1>");
    vi.stubGlobal("caches", { match: () => Promise.reject(new DOMException("broken", "UnknownError")) });
    expect(await visit("/folders")).toContain("<h1>Sin conexión</h1>");
  });
});
