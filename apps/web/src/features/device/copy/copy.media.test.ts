// @vitest-environment node
import { expect, it, vi } from "vitest";
import { findMedia, storeMedia } from "#features/device/copy/copy.media.ts";

const id = (letter: string) => letter.repeat(64);
const card = (...letters: string[]) => ({ front: letters.map((one) => `![](media:${id(one)})`).join(" "), back: "" });

/** Cache Storage with one cache, and a server on which each file has the given size. */
function fakeStorage(sizes: Record<string, number>) {
  const files = new Map<string, Response>();
  vi.stubGlobal("caches", {
    open: async () => ({
      keys: async () => [...files.keys()].map((path) => new Request(`http://localhost${path}`)),
      match: async (path: string) => files.get(path)?.clone(),
      put: async (path: string, response: Response) => void files.set(path, response),
      delete: async (request: Request) => files.delete(new URL(request.url).pathname),
    }),
  });
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    fetched.push(path);
    const size = sizes[path.at(-1) ?? ""];
    if (size === undefined) return new Response("<html>", { headers: { "Content-Type": "text/html" } });
    return new Response(new Uint8Array(size), { headers: { "Content-Type": "image/png" } });
  });
  return { fetched, kept: () => [...files.keys()].map((path) => path.at(-1)) };
}

const { signal } = new AbortController();

it("finds each image and sound once, in the order of the cards", () => {
  expect(findMedia([card("b", "a"), card("a", "c")])).toEqual([id("b"), id("a"), id("c")]);
});

it("keeps the media of the cards that are asked soonest, at most 50 MB, and removes those of other cards", async () => {
  const storage = fakeStorage({ a: 30e6, b: 30e6, c: 5e6 });
  await storeMedia(1, [card("a"), card("b"), card("c")], signal);
  expect(storage.kept()).toEqual(["a", "c"]);
  await storeMedia(1, [card("c"), card("b")], signal);
  expect(storage.kept()).toEqual(["c", "b"]);
  expect(storage.fetched.filter((path) => path.endsWith("c"))).toHaveLength(1);
});

it("keeps nothing that is no media file", async () => {
  const storage = fakeStorage({});
  await storeMedia(1, [card("a")], signal);
  expect(storage.kept()).toEqual([]);
});
