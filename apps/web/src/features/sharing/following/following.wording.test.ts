import { describe, expect, it } from "vitest";
import { describeMissingMedia, describePull, describeSource } from "#features/sharing/following/following.wording.ts";

const nothing = { added: 0, changed: 0, kept: 0, suspended: 0 };

describe("describePull", () => {
  it.each([
    [{ added: 3 }, "3 cartas nuevas"],
    [{ added: 1, changed: 2 }, "1 carta nueva y 2 con cambios"],
    [{ changed: 1, kept: 1, suspended: 1 }, "1 carta con cambios, 1 que conserva tu texto y 1 suspendida"],
    [{ kept: 2 }, "2 cartas que conservan tu texto"],
    [
      { added: 1200, changed: 2, kept: 3, suspended: 4 },
      "1.200 cartas nuevas, 2 con cambios, 3 que conservan tu texto y 4 suspendidas",
    ],
  ])("names what came: %o", (pull, text) => {
    expect(describePull({ ...nothing, ...pull })).toBe(text);
  });
});

describe("describeSource", () => {
  it.each([
    [{ from: "Ana", ended: false }, "De Ana"],
    [{ from: null, ended: false }, "Compartida contigo"],
    [{ from: "2.º B", ended: true }, "De 2.º B · Ya no se comparte; tus cartas se quedan"],
  ])("names the author or the class, and says when it is over: %o", (follows, text) => {
    expect(describeSource(follows)).toBe(text);
  });
});

it("names one file that did not fit, and several", () => {
  expect(describeMissingMedia(1)).toMatch(/^1 imagen o audio no cabe en tu espacio\./);
  expect(describeMissingMedia(2)).toMatch(/^2 imágenes y audios no caben en tu espacio\./);
});
