// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { chooseTarget, openPage, readReminder, showReminder } from "#worker/notifications.ts";

const message = { title: "Repasa", body: "12 cartas te esperan", url: "/study", tag: "repaso", badge: 12 };
const fallback = { title: "Repasa", body: "Tienes cartas pendientes", url: "/study", tag: "repaso", badge: null };

describe("readReminder", () => {
  it("reads the fields of the server's message", () => {
    expect(readReminder(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    "",
    "hola",
    "null",
    "3",
    '"texto"',
    "[1]",
    "{}",
    '{"title":"","body":7,"badge":-1,"tag":null}',
    '{"badge":"12"}',
  ])("has texts for a message that cannot be read: %s", (text) => {
    expect(readReminder(text)).toEqual(fallback);
  });
});

describe("chooseTarget", () => {
  const choose = (url: unknown) => chooseTarget(url, "https://repasa.test");

  it.each(["/study", "/folders/7?x=1#y", "https://repasa.test/exams"])("accepts an address of the app: %s", (url) => {
    expect(choose(url)).toBe(new URL(url, "https://repasa.test").href);
  });

  it.each([
    "https://mala.example/",
    "//mala.example/study",
    "\\\\mala.example",
    "https://repasa.test@mala.example/",
    "http://repasa.test/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    undefined,
    7,
  ])("opens the study screen in place of %s", (url) => {
    expect(choose(url)).toBe("https://repasa.test/study");
  });
});

describe("showReminder", () => {
  const scopeWith = (setAppBadge: () => Promise<void>) => ({
    registration: { showNotification: vi.fn(async () => {}) },
    navigator: { setAppBadge: vi.fn(setAppBadge) },
  });

  it("shows one notification and the badge", async () => {
    const scope = scopeWith(async () => {});
    await showReminder(scope, JSON.stringify(message));
    expect(scope.registration.showNotification.mock.calls).toEqual([
      ["Repasa", { body: message.body, tag: "repaso", icon: "/icon-192.png", lang: "es", data: { url: "/study" } }],
    ]);
    expect(scope.navigator.setAppBadge.mock.calls).toEqual([[12]]);
  });

  it("shows one notification for a message that cannot be read, and leaves the badge alone", async () => {
    const scope = scopeWith(async () => {});
    await showReminder(scope, "\u0000");
    expect(scope.registration.showNotification).toHaveBeenCalledOnce();
    expect(scope.navigator.setAppBadge).not.toHaveBeenCalled();
  });

  it("does not depend on badges", async () => {
    await showReminder(
      scopeWith(() => Promise.reject(new DOMException("denied"))),
      JSON.stringify(message),
    );
    await showReminder({ ...scopeWith(async () => {}), navigator: {} }, JSON.stringify(message));
  });
});

describe("openPage", () => {
  const target = "https://repasa.test/study";

  function openPages(...urls: string[]) {
    const pages = urls.map((url) => ({ url, focus: vi.fn(), navigate: vi.fn(async () => null) }));
    for (const page of pages) page.focus.mockResolvedValue(page);
    const openWindow = vi.fn(async () => null);
    return { pages, openWindow, clients: { matchAll: async () => pages, openWindow } as unknown as Clients };
  }

  it("focuses the page that is there already, and does not load it again", async () => {
    const { pages, clients, openWindow } = openPages("https://repasa.test/folders", target);
    await openPage(clients, target);
    expect(pages.map(({ focus, navigate }) => [focus, navigate].map(({ mock }) => mock.calls.length))).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("leads another page there, or opens one if that is impossible", async () => {
    const { pages, clients, openWindow } = openPages("https://repasa.test/folders");
    await openPage(clients, target);
    expect(pages[0]?.navigate.mock.calls).toEqual([[target]]);
    expect(openWindow).not.toHaveBeenCalled();
    pages[0]?.navigate.mockRejectedValue(new TypeError("not controlled"));
    await openPage(clients, target);
    expect(openWindow.mock.calls).toEqual([[target]]);
  });

  it("opens a page if there is none", async () => {
    const { clients, openWindow } = openPages();
    await openPage(clients, target);
    expect(openWindow.mock.calls).toEqual([[target]]);
  });
});
