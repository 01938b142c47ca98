import { beforeEach, expect, it, vi } from "vitest";
import { noteFinishedSession } from "#features/installation/installation.sessions.ts";

beforeEach(() => localStorage.clear());

it("offers to install the app at the end of the second session, and never again", () => {
  expect(["a", "a", "b", "b", "c"].map(noteFinishedSession)).toEqual([false, false, true, false, false]);
});

it("offers nothing in a browser that stores nothing", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(["a", "b", "c"].map(noteFinishedSession)).toEqual([false, false, false]);
});
