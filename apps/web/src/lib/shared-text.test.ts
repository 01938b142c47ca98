import { afterEach, expect, it, vi } from "vitest";
import { rememberShare, takeShare } from "#lib/share-address.ts";
import { readSharedText } from "#lib/shared-text.ts";

afterEach(() => vi.useRealTimers());

const read = (query: string) => readSharedText(new URLSearchParams(query));

it.each(
  Object.entries({
    "": "",
    "folder=3": "",
    "title=&text=%20": "",
    "text=perro%09dog%0Agato%09cat": "perro\tdog\ngato\tcat",
    "title=Verbos&text=ir,%20go&url=https%3A%2F%2Fa.example%2F": "Verbos\nir, go\nhttps://a.example/",
    "title=Verbos&text=Verbos": "Verbos",
    "text=Mira%20https%3A%2F%2Fa.example%2F&url=https%3A%2F%2Fa.example%2F": "Mira https://a.example/",
  }),
)("reads what was shared from %o", (query, text) => {
  expect(read(query)).toBe(text);
});

it("keeps the address of what was shared until it is taken, and no other address", () => {
  rememberShare({ pathname: "/import", search: "" } as Location);
  rememberShare({ pathname: "/folders", search: "?text=hola" } as Location);
  expect(takeShare()).toBeNull();
  for (const hash of ["", "#seguir=", "#seguir=a/b", "#otro=abc"]) {
    rememberShare({ pathname: "/register", search: "", hash } as Location);
    expect(takeShare()).toBeNull();
  }
  rememberShare({ pathname: "/register", search: "", hash: "#seguir=Ab_-9" } as Location);
  expect(takeShare()).toBe("/folders?seguir=Ab_-9");
  rememberShare({ pathname: "/import", search: "?text=hola" } as Location);
  expect({ ...sessionStorage, ...localStorage }).toEqual({});
  expect([takeShare(), takeShare()]).toEqual(["/import?text=hola", null]);
});

it("hands a link on to the page of a letter for an hour, once, and to no other page", async () => {
  vi.useFakeTimers({ now: 0 });
  const openTab = () => {
    vi.resetModules();
    return import("#lib/share-address.ts");
  };
  rememberShare({ pathname: "/register", search: "", hash: "#seguir=Ab_-9" } as Location);
  const [letter, late, other] = [await openTab(), await openTab(), await openTab()];
  vi.setSystemTime(3_599_999);
  letter.recallFollowed();
  vi.setSystemTime(3_600_000);
  late.recallFollowed();
  expect([late, other, letter].map((tab) => tab.takeShare())).toEqual([null, null, "/folders?seguir=Ab_-9"]);
  expect({ ...localStorage }).toEqual({});
});
