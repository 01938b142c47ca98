// @vitest-environment node
import { beforeEach, expect, it, vi } from "vitest";
import { writeFlag } from "#lib/device-flags.ts";
import { answerMedia, isMediaPath, selectRange } from "#worker/media-files.ts";
import { fakeCaches, fakeServer, ourResponse } from "#worker/testing/fake-caches.ts";

const request = new Request("https://repasa.test/api/media/abc");

beforeEach(async () => {
  vi.stubGlobal("caches", fakeCaches());
  vi.stubGlobal("fetch", fakeServer({ "/api/media/abc": () => ourResponse("from the server") }).fetch);
  const cache = await caches.open("repasa-media-7");
  await cache.put("/api/media/abc", new Response("from the copy"));
});

it("answers media alone, and none of their lists", () => {
  expect(["/api/media/abc", "/api/media", "/api/media/abc/x", "/api/cards/7"].map(isMediaPath)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it("reads the copy of whoever is signed in, and of nobody else", async () => {
  const answer = async () => (await answerMedia(request)).text();
  expect(await answer()).toBe("from the server");
  await writeFlag("copy", "8");
  expect(await answer()).toBe("from the server");
  await writeFlag("copy", "7");
  expect(await answer()).toBe("from the copy");
  vi.stubGlobal("cookieStore", { get: async () => ({ value: "8" }) });
  expect(await answer()).toBe("from the server");
  vi.stubGlobal("cookieStore", { get: async () => null });
  expect(await answer()).toBe("from the copy");
  vi.stubGlobal("cookieStore", { get: async () => ({ value: "left-7" }) });
  expect(await answer()).toBe("from the server");
  vi.stubGlobal("cookieStore", undefined);
});

it.each([
  [null, 200, "0123456789", null],
  ["bytes=0-", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=2-4", 206, "234", "bytes 2-4/10"],
  ["bytes=8-99", 206, "89", "bytes 8-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-3", 200, "0123456789", null],
])("answers the range %s of ten bytes", async (range, status, text, contentRange) => {
  const whole = new Response("0123456789", { headers: { "content-type": "audio/mpeg" } });
  const part = await selectRange(whole, range);
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([status, text, contentRange]);
  if (status === 206) expect(part.headers.get("content-type")).toBe("audio/mpeg");
});
