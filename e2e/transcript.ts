/** An action of a journey, and the phrases that a screen reader says after it. */
export type Step = { action: string; said: readonly string[] };

/** Writes one action a line, and below it what is said. */
export function writeTranscript(steps: readonly Step[]): string {
  return steps.map(({ action, said }) => [action, ...said.map((phrase) => `  ${phrase}`), ""].join("\n")).join("\n");
}

/** A word that a fact of two letters or more consists of. */
const WORD = /[\p{L}\p{N}]{2,}/u;

/** Words of the reader itself, which say what something is and not what stands on the screen. */
const KINDS = /^(button|link|textbox|heading|region|group|polite|assertive|dialog|level \d+|\[[\w-]+\])$/;

/** Returns the facts of a step that it says twice. A single word is part of many sentences, so it counts only alone. */
export function findRepeated({ action, said }: Step): string[] {
  const facts = said.flatMap((phrase) =>
    phrase
      .split(/, |: |\. | (?=\[)/)
      .map((part) => part.trim())
      .filter((part) => WORD.test(part) && !KINDS.test(part)),
  );
  const simple = facts.map(simplify);
  const repeats = (fact: string, other: string) =>
    fact === other || (fact.includes(" ") && ` ${other} `.includes(` ${fact} `));
  const repeated = facts.filter((_, at) => simple.some((other, to) => to !== at && repeats(simple[at] ?? "", other)));
  return [...new Set(repeated)].map((fact) => `${action}: ${fact}`);
}

const simplify = (text: string): string =>
  text
    .toLocaleLowerCase("es")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
