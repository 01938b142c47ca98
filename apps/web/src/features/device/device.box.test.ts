// @vitest-environment node
import { generateKeyPairSync } from "node:crypto";
import type { DeviceKey } from "@repasa/contract/account.ts";
import { expect, it } from "vitest";
import { openBox, pickPublic, sealBox } from "#features/device/device.box.ts";

const PURPOSE = "una prueba";
const createKey = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }) as DeviceKey;

it("is opened by the private key that belongs to the public one, and says nothing before", async () => {
  const key = createKey();
  const box = await sealBox({ front: "Un secreto" }, pickPublic(key), PURPOSE);
  expect(await openBox(box, key, PURPOSE)).toEqual({ front: "Un secreto" });
  const stored = [Buffer.from(box.data).toString("latin1"), JSON.stringify(box.sender)].join();
  expect(stored).not.toMatch(/secreto|"d"/);
});

it("differs each time, so that nobody sees whether the same was sealed", async () => {
  const recipient = pickPublic(createKey());
  const [one, other] = [await sealBox("x", recipient, PURPOSE), await sealBox("x", recipient, PURPOSE)];
  expect(Buffer.from(one.data).equals(Buffer.from(other.data))).toBe(false);
  expect(one.sender).not.toEqual(other.sender);
});

it.each(["another key", "another purpose", "a changed box"])("is not opened with %s", async (what) => {
  const key = createKey();
  const box = await sealBox("x", pickPublic(key), PURPOSE);
  const data = new Uint8Array(box.data.slice(0));
  data[0] = (data[0] ?? 0) ^ 1;
  const opening = {
    "another key": () => openBox(box, createKey(), PURPOSE),
    "another purpose": () => openBox(box, key, "otra"),
    "a changed box": () => openBox({ ...box, data: data.buffer }, key, PURPOSE),
  }[what];
  await expect(opening?.()).rejects.toThrow();
});
