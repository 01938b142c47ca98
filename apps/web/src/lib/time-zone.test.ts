import { afterEach, describe, expect, it, vi } from "vitest";
import { readTimeZone } from "#lib/time-zone.ts";

describe("readTimeZone", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    process.env.TZ = zone;
    vi.unstubAllGlobals();
  });

  it.each(["America/Bogota", "Pacific/Auckland"])("names %s", (timeZone) => {
    process.env.TZ = timeZone;
    expect(readTimeZone()).toBe(timeZone);
  });

  it("names it in a browser without Temporal", () => {
    // Vitest restores only what it has replaced.
    vi.stubGlobal("Temporal", undefined);
    Reflect.deleteProperty(globalThis, "Temporal");
    expect(readTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});
