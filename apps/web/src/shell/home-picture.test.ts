import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { readFlag, removeFlag } from "#lib/device-flags.ts";
import { forgetAccount } from "#lib/local-responses.ts";
import { createQueryClient, endpointKey } from "#lib/query.ts";
import { followHome } from "#shell/home-picture.ts";
import { fakeCaches } from "#worker/testing/fake-caches.ts";

const SCRIPT = readFileSync(resolve(import.meta.dirname, "../../public/picture.js"), "utf8");

const HOME = `<main id="contenido"><p role="status">Sin conexión</p><h1>Inicio</h1>
  <div style="scale: 0.5 1">5 cartas &lt;b&gt; pendientes</div><dialog>Premium</dialog></main>`;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 22, 15) });
  vi.stubGlobal("caches", fakeCaches());
  noteReached();
  document.head.innerHTML = '<meta name="build" content="one">';
  document.body.innerHTML = `<div id="root">${HOME}</div>`;
  window.history.replaceState(null, "", "/dashboard");
  onTestFinished(() => {
    vi.useRealTimers();
    window.history.replaceState(null, "", "/");
    document.body.innerHTML = "";
  });
});

/** Lets Home settle after something has been loaded, and returns the stored picture. */
async function takePicture(
  queryClient: QueryClient = createQueryClient(),
): Promise<{ owner: number; html: string } | null> {
  const stop = followHome(queryClient, 7);
  onTestFinished(stop);
  queryClient.setQueryData(endpointKey(studyEndpoints.reviewQueue), []);
  await vi.advanceTimersByTimeAsync(1500);
  stop();
  return JSON.parse((await readFlag("home")) ?? "null");
}

/** Opens the page as the worker answers it, with an empty app, and runs its script. `named`: the account that the cookie has named. */
function openPage({ html }: { html: string }, named = ""): { picture: () => Element | null; loadsApp: () => boolean } {
  document.head.innerHTML = '<meta name="build" content="one">';
  document.body.innerHTML = `${html}<div id="root"></div>`;
  const script = Object.assign(document.createElement("script"), { type: "text/plain" });
  Object.assign(script.dataset, { app: "/assets/index-1.js", owner: "7", named, cookie: "repasa-account" });
  const currentScript = vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  new Function(SCRIPT)();
  currentScript.mockRestore();
  return {
    picture: () => document.getElementById("picture"),
    loadsApp: () => document.head.querySelector("script[type=module][src='/assets/index-1.js']") !== null,
  };
}

it("draws Home as it was, without what passes, until the app has drawn it", async () => {
  const stored = await takePicture();
  expect(stored?.owner).toBe(7);
  expect(stored?.html).not.toMatch(/ style=|Sin conexión|Premium|<main|contenido/);
  const { picture, loadsApp } = openPage(stored as { html: string });
  expect(picture()?.textContent).toContain("5 cartas <b> pendientes");
  expect(picture()?.querySelector<HTMLElement>("[data-style]")?.style.scale).toBe("0.5 1");
  expect(loadsApp()).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(loadsApp()).toBe(true);
  const root = document.getElementById("root") as HTMLElement;
  root.innerHTML = '<main><h1>Inicio</h1><div class="animate-pulse"></div></main>';
  await vi.advanceTimersByTimeAsync(0);
  expect(picture()).not.toBeNull();
  root.innerHTML = HOME;
  await vi.advanceTimersByTimeAsync(0);
  expect(picture()).toBeNull();
});

it("gives way to an app that opens another screen, and to one that draws nothing", async () => {
  const stored = (await takePicture()) as { html: string };
  const page = openPage(stored);
  window.history.replaceState(null, "", "/login");
  document.getElementById("root")?.append("Iniciar sesión");
  await vi.advanceTimersByTimeAsync(0);
  expect(page.picture()).toBeNull();
  window.history.replaceState(null, "", "/dashboard");
  openPage(stored);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(page.picture()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(page.picture()).toBeNull();
});

it.each<[string, () => void]>([
  // Days begin at four.
  ["of another day", () => vi.setSystemTime(new Date(2026, 10, 28, 4, 0))],
  ["of another width", () => vi.stubGlobal("innerWidth", 390)],
])("is not shown if it is %s", async (_title, change) => {
  const stored = (await takePicture()) as { html: string };
  vi.setSystemTime(new Date(2026, 10, 28, 3, 59));
  expect(openPage(stored).picture()).not.toBeNull();
  change();
  const page = openPage(stored);
  expect(page.picture()).toBeNull();
  await vi.advanceTimersByTimeAsync(50);
  expect(page.loadsApp()).toBe(true);
});

it.each([
  ["repasa-account=7", "7", true],
  ["repasa-account=7", "", true],
  ["repasa-account=8", "7", false],
  ["repasa-account=8", "", false],
  ["otra=1; repasa-account=left-7", "", false],
  ["", "7", false],
  ["", "", true],
])("with the cookies %j, and after they have named %j, it is shown: %s", async (cookies, named, isShown) => {
  const stored = (await takePicture()) as { html: string };
  vi.spyOn(document, "cookie", "get").mockReturnValue(cookies);
  expect(openPage(stored, named).picture() !== null).toBe(isShown);
});

it("is not shown if another build has drawn it", async () => {
  const stored = (await takePicture()) as { html: string };
  expect(openPage({ html: stored.html.replace('data-build="one"', 'data-build="two"') }).picture()).toBeNull();
});

it.each<[string, () => void]>([
  ["on another screen", () => window.history.replaceState(null, "", "/folders")],
  ["while another day is chosen", () => window.history.replaceState({ day: "2026-11-26" }, "")],
  ["without a network", noteUnreached],
  [
    "while something is loading",
    () => document.querySelector("main")?.insertAdjacentHTML("beforeend", '<i class="animate-pulse"></i>'),
  ],
  ["under an open dialog", () => document.querySelector("dialog")?.setAttribute("open", "")],
])("is not taken %s", async (_title, change) => {
  change();
  expect(await takePicture()).toBeNull();
});

it("is forgotten with the copy", async () => {
  expect(await takePicture()).not.toBeNull();
  forgetAccount();
  await vi.advanceTimersByTimeAsync(10);
  expect(await readFlag("home")).toBeNull();
  await removeFlag("home");
});
