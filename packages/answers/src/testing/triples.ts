import { readFileSync } from "node:fs";
import { type JudgingOptions, judge, type Verdict } from "#judge.ts";

/** A hard case, as a strict but fair teacher of Spanish students judges it, and the class of difference that it stands for. */
export type Triple = {
  group: string;
  accepted: string;
  typed: string;
  verdict: Verdict;
  options: JudgingOptions;
  missing: string[] | null;
};

/** Reads the triples of `hard-triples.txt`: verdict | language, with `!` if accents count | accepted | typed | others, missing. */
export function readTriples(): Triple[] {
  const triples: Triple[] = [];
  let group = "";
  for (const line of readFileSync(new URL("hard-triples.txt", import.meta.url), "utf8").split("\n")) {
    if (line.startsWith("#")) group = line.slice(1).trim();
    else if (line !== "") triples.push(parseTriple(line, group));
  }
  return triples;
}

function parseTriple(line: string, group: string): Triple {
  const [verdict = "", language = "", accepted = "", typed = "", more = ""] = line
    .replaceAll("\\n", "\n")
    .split("|")
    .map((field) => field.trim());
  const others = /others=(.*)/.exec(more)?.[1];
  const missing = /missing=(.*)/.exec(more)?.[1];
  return {
    group,
    accepted,
    typed,
    verdict: verdict as Verdict,
    options: {
      language: language.replace("!", ""),
      strictAccents: language.endsWith("!"),
      others: others ? [others] : [],
    },
    missing: missing?.split("+") ?? null,
  };
}

/** How many triples are judged exactly, and how often a wrong text is accepted or another one refused. */
export type Score = { of: number; exact: number; wrong: number; accepted: number; refused: number };

const ALL = "all";

/** Judges the triples of each class, and at last of all. */
export function scoreTriples(triples: readonly Triple[]): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const { group, accepted, typed, verdict, options } of triples) {
    const found = judge(accepted, typed, options).verdict;
    for (const name of [group, ALL]) {
      const score = scores.get(name) ?? { of: 0, exact: 0, wrong: 0, accepted: 0, refused: 0 };
      scores.set(name, score);
      score.of++;
      score.exact += Number(found === verdict);
      score.wrong += Number(verdict === "wrong");
      score.accepted += Number(verdict === "wrong" && found !== "wrong");
      score.refused += Number(verdict !== "wrong" && found === "wrong");
    }
  }
  const all = scores.get(ALL);
  scores.delete(ALL);
  return all ? scores.set(ALL, all) : scores;
}
