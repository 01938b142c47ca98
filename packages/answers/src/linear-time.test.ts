import { describe, expect, it } from "vitest";
import { difference } from "#difference.ts";
import { giveLetters } from "#hints.ts";
import { judge } from "#judge.ts";
import { isShortAnswer } from "#short-answers.ts";

const LENGTH = 20_000;
/** Texts that repeat what an expression or a search could try again and again. */
const REPEATED = [
  "a",
  "á",
  " ",
  "a ",
  "(",
  ")",
  "(a",
  "a)",
  "(a) ",
  "a(b)",
  "((a))",
  "/",
  "a/",
  "ab/cd ",
  ";",
  "ab; ",
  "\n",
  ", ",
  " - ",
  "'",
  "a'",
  '"',
  ".",
  "...a",
  "1.",
  "1 ",
  "000.",
  "1.000",
  "1.000.",
  "1 000 ",
  "^",
  "^ ",
  "x^2 ",
  "= ",
  "=",
  "-",
  "- ",
  "1 - ",
  "XIV ",
  "no ",
  "in",
  "el ",
  "ab",
  "\u0301",
  "e\u0301",
  "`",
  "```\n",
  "$",
  "$a",
  "![",
  "![a](",
  "* ",
  "\\(",
  "a·",
  "a4 2- ",
  "1-,",
  "3 x 10^",
  "1.000 m",
];

/** Returns the milliseconds of processor time that a call takes, because the machine may be busy with other things. */
function measure(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Runs all that is called on a screen, on texts of which the last signs differ. */
function judgeAll(sign: string, length: number): void {
  const text = sign.repeat(Math.ceil(length / sign.length)).slice(0, length);
  judge(`${text}x`, `${text}y`, { others: [`${text}z`, `y${text}`] });
  judge(text, `y${text.slice(1)}`);
  difference(`x${text}x`, `y${text}y`);
  isShortAnswer({ text, format: "markdown" });
  giveLetters(text, "fr");
}

describe("judge, difference, isShortAnswer and giveLetters", () => {
  it.each(REPEATED)("take time proportional to the length of a text that repeats %j", (sign) => {
    // 16 times the length takes about 16 times as long, 256 times if it were proportional to the square. What else the machine
    // does may disturb some of the measurements.
    const attempts = Array.from({ length: 8 });
    const isLinear = attempts.some(() => {
      const short = Math.min(...[1, 2, 3].map(() => measure(() => judgeAll(sign, LENGTH / 16))));
      return measure(() => judgeAll(sign, LENGTH)) / Math.max(short, 0.5) < 64;
    });
    expect(isLinear).toBe(true);
  });
});
