import { describe, expect, it } from "vitest";
import { formatContentDisposition, formatFileName } from "./exports.names.ts";

describe("formatFileName", () => {
  it.each([
    ["Biología", "Repasa - Biología.apkg"],
    ["Historia / Edad Media", "Repasa - Historia Edad Media.apkg"],
    ['a<b>c:d"e\\f|g?h*i', "Repasa - a b c d e f g h i.apkg"],
    ["../../etc/passwd", "Repasa - .. .. etc passwd.apkg"],
    ["  fin. ", "Repasa - fin.apkg"],
    ["\u202Egpj.exe\r\n", "Repasa - gpj.exe.apkg"],
    ["///", "Repasa - carpeta.apkg"],
    ["x".repeat(255), `Repasa - ${"x".repeat(100)}.apkg`],
  ])("formats the name of the folder %j as %s", (folder, expected) => {
    expect(formatFileName(folder, "2026-03-10", "apkg")).toBe(expected);
  });

  it("gives a table for Excel the extension of CSV", () => {
    expect(formatFileName("Biología", "2026-03-10", "excel")).toBe("Repasa - Biología.csv");
  });

  it("uses the date for the file of an account", () => {
    expect(formatFileName(null, "2026-03-10", "zip")).toBe("Repasa - 2026-03-10.zip");
  });
});

describe("formatContentDisposition", () => {
  it("contains the name in ASCII and the real name", () => {
    expect(formatContentDisposition("Repasa - Química 50% (I) \u{1F600}.csv")).toBe(
      "attachment; filename=\"Repasa - Quimica 50_ (I) __.csv\"; filename*=UTF-8''Repasa%20-%20Qu%C3%ADmica%2050%25%20%28I%29%20%F0%9F%98%80.csv",
    );
  });
});
