import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listConfused } from "#confused-words.ts";
import { judge } from "#judge.ts";
import { countSlips } from "#testing/natural-slips.ts";
import { readTriples } from "#testing/triples.ts";
import { listParts } from "#word-parts.ts";

describe("judge", () => {
  const triples = readTriples();

  it("agrees with a strict, fair teacher on hard triples", () => {
    expect(triples.length).toBeGreaterThan(900);
    const judged = triples.map(({ accepted, typed, options }) => [
      accepted,
      typed,
      judge(accepted, typed, options).verdict,
    ]);
    expect(judged).toEqual(triples.map(({ accepted, typed, verdict }) => [accepted, typed, verdict]));
  });

  it.each(triples.filter(({ missing }) => missing))("names what is missing of the list $accepted", (triple) => {
    expect(judge(triple.accepted, triple.typed, triple.options).missing).toEqual(triple.missing);
  });

  it("finds slips in the catalogue's words of six letters or more close", () => {
    const { of, close } = countSlips();
    expect(of).toBeGreaterThan(1000);
    expect(close / of).toBeGreaterThan(0.95);
  });

  it("finds words that are taken for each other wrong, both ways", () => {
    for (const { language, one, other } of listConfused()) {
      expect([one, other, judge(one, other, { language }).verdict]).toEqual([one, other, "wrong"]);
      expect([other, one, judge(other, one, { language }).verdict]).toEqual([other, one, "wrong"]);
    }
  });

  it("finds words wrong, both ways, that are taken for each other and in no table", () => {
    const lines = readFileSync(new URL("./testing/told-apart.txt", import.meta.url), "utf8")
      .trim()
      .split("\n");
    expect(lines.length).toBeGreaterThan(150);
    for (const line of lines.slice(1)) {
      const [language, one = "", ...others] = line.split(" ");
      for (const other of others) {
        expect([one, other, judge(one, other, { language }).verdict]).toEqual([one, other, "wrong"]);
        expect([other, one, judge(other, one, { language }).verdict]).toEqual([other, one, "wrong"]);
      }
    }
  });

  it.each([
    ["neurona", "neumona"],
    ["contexto", "contesto"],
    ["estirpe", "extirpe"],
    ["secante", "segante"],
  ])("takes a misspelling of %s for a slip: %s", (accepted, typed) => {
    expect(judge(accepted, typed).verdict).toBe("close");
  });

  it("finds words whose parts are taken for each other wrong", () => {
    for (const { from, to, begins, ends } of listParts()) {
      const write = (part: string) => (begins ? `${part}montaje` : ends ? `pentalm${part}` : `${part}lumbrado`);
      expect([write(from), write(to), judge(write(from), write(to)).verdict]).toEqual([
        write(from),
        write(to),
        "wrong",
      ]);
    }
  });

  it("judges equal spellings and values alike in either order", () => {
    const isPlain = ({ accepted, typed }: (typeof triples)[number]) => !/[(;/\n]|^[-*•] /.test(accepted + typed);
    const equal = triples.filter((triple) => triple.verdict === "right" && isPlain(triple));
    for (const { accepted, typed, options } of equal) {
      if (judge(accepted, typed, options).verdict !== "right") continue;
      expect([typed, accepted, judge(typed, accepted, options).verdict]).toEqual([typed, accepted, "right"]);
    }
  });
});
