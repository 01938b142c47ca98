import { readFileSync } from "node:fs";
import type { JudgingOptions, Verdict } from "#judge.ts";

/** One example of judging, as it is written in a file. */
export type Example = { accepted: string; typed: string; verdict: Verdict; options: JudgingOptions; line: string };

const LANGUAGES = { spanish: "es-ES", english: "en", french: "fr", german: "de", portuguese: "pt-BR" };
const ESCAPES: Record<string, string> = { "\\n": "\n", "\\r": "\r", "\\z": "\u200b" };

/** Reads the examples of all languages. */
export function readExamples(): Example[] {
  return Object.entries(LANGUAGES).flatMap(([name, language]) =>
    readFileSync(new URL(`examples-${name}.txt`, import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line) => parseExample(line, language)),
  );
}

function parseExample(line: string, language: string): Example {
  const [accepted = "", typed = "", verdict = "", options = ""] = line
    .replace(/\\[nrz]/g, (sign) => ESCAPES[sign] ?? "")
    .split("|");
  const others = /others: (.*)/.exec(options)?.[1]?.split(" & ");
  return {
    accepted: accepted.trim(),
    typed,
    verdict: verdict.trim() as Verdict,
    options: {
      language: /language: (\S+)/.exec(options)?.[1] ?? language,
      strictAccents: options.includes("strict"),
      others: others?.map((other) => other.trim()),
    },
    line,
  };
}
