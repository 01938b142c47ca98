import { countChanges } from "#alignment.ts";
import { createReader, type Reader, readsAlike } from "#forms.ts";
import { compareAccents } from "#normal-form.ts";
import { listLetters, OtherAnswer } from "#others.ts";
import { hasOnlySlips, splitWords } from "#slips.ts";

/**
 * - `right`: the typed text is an accepted answer.
 * - `accent`: it differs from one in accents alone. It counts as right.
 * - `close`: it differs by small slips, and counts as right in a quiz.
 */
export type Verdict = "right" | "accent" | "close" | "wrong";

export type JudgingOptions = {
  /**
   * The answers of the other cards of the folder, as plain text. Those that many texts are judged beside are best passed as
   * `OtherAnswer`, which reads each of them once.
   */
  readonly others?: readonly (string | OtherAnswer)[] | undefined;
  /** True if a difference in accents makes a text wrong. False by default. */
  readonly strictAccents?: boolean | undefined;
  /** A BCP 47 tag; Spanish by default. */
  readonly language?: string | null | undefined;
};

/**
 * - `nearest`: the accepted answer that is nearest to the typed text, as it is written in the card.
 * - `accent`: whether an accent is missing ("falta la tilde") or superfluous ("sobra la tilde"), if the texts differ in accents
 *   alone; otherwise null. A `wrong` text has it too, where accents count.
 * - `belongsTo`: for a `wrong` text that is right for another card, the index of that card in `others`; otherwise null.
 */
export type Judgement = {
  readonly verdict: Verdict;
  readonly nearest: string;
  readonly accent: "missing" | "superfluous" | null;
  readonly belongsTo: number | null;
};

/**
 * Judges a typed answer. Takes time proportional to the length of the texts.
 *
 * @param accepted The answer of the card, as plain text: `describeMarkdown` makes it from Markdown. It may accept several texts,
 *   as in "coche (rojo)", "coche; auto" and "was/were".
 * @param typed What the student typed, unchanged.
 * @example judge("la hipertensión", "hipertension") // { verdict: "accent", nearest: "la hipertensión", accent: "missing", ... }
 * @example judge("setenta", "sesenta", { others: ["sesenta"] }) // { verdict: "wrong", belongsTo: 0, ... }
 */
export function judge(accepted: string, typed: string, options: JudgingOptions = {}): Judgement {
  const { others = [], strictAccents = false } = options;
  const reader = createReader(options.language, [accepted, typed]);
  const answers = reader.readAnswer(accepted);
  const text = reader.readText(typed);
  const conclude = (verdict: Verdict, nearest = "", found: Partial<Judgement> = {}): Judgement => ({
    verdict,
    nearest,
    accent: null,
    belongsTo: null,
    ...found,
  });
  if (text.full === "") return conclude("wrong", answers[0]?.written);

  const same = answers.find((answer) => readsAlike(answer.forms, text.forms));
  if (same) return conclude("right", same.written);

  const unaccented = answers.find((answer) => readsAlike(answer.folded, text.folded));
  if (unaccented) {
    const accent = compareAccents(...pickPair(unaccented, text));
    const belongsTo = findOther(reader, others, text, "forms");
    const isWrong = strictAccents || belongsTo !== null;
    return conclude(isWrong ? "wrong" : "accent", unaccented.written, { accent, belongsTo });
  }

  const belongsTo = findOther(reader, others, text, "folded");
  const form = strictAccents ? "forms" : "folded";
  const close = answers.find((answer) =>
    answer[form].some((one) => text[form].some((other) => hasOnlySlips(splitWords(one), splitWords(other)))),
  );
  if (close && belongsTo === null) return conclude("close", close.written);
  return conclude("wrong", close?.written ?? findNearest(answers, text)?.written, { belongsTo });
}

/** The verdict on a card with several gaps, and the one on each gap. */
export type GapsJudgement = { readonly verdict: Verdict; readonly gaps: readonly Judgement[] };

const FROM_BEST: readonly Verdict[] = ["right", "accent", "close", "wrong"];

/**
 * Judges the gaps of one card. The worst verdict is the card's, so that the card is right only if all of them are.
 *
 * @param accepted The answers of the gaps, as plain text, in their order. A gap without a typed text is wrong.
 */
export function judgeGaps(
  accepted: readonly string[],
  typed: readonly string[],
  options: JudgingOptions = {},
): GapsJudgement {
  const gaps = accepted.map((answer, index) => judge(answer, typed[index] ?? "", options));
  const verdict = FROM_BEST.findLast((one) => gaps.some((gap) => gap.verdict === one)) ?? "wrong";
  return { verdict, gaps };
}

type Read = ReturnType<Reader["readText"]>;

/** Returns the forms of an answer and of a typed text that are equal without accents. */
function pickPair(answer: Read, typed: Read): [string, string] {
  const at = answer.folded.findIndex((form) => typed.folded.includes(form));
  return [answer.forms[at] ?? "", typed.forms[typed.folded.indexOf(answer.folded[at] ?? "")] ?? ""];
}

/** Finds the first other card for which a text is right, accents included (`forms`) or aside (`folded`). */
function findOther(
  reader: Reader,
  others: readonly (string | OtherAnswer)[],
  text: Read,
  form: "forms" | "folded",
): number | null {
  const sought = { reader, text, form, letters: listLetters(text.folded.at(-1) ?? "") };
  const found = others.findIndex((other) =>
    (typeof other === "string" ? new OtherAnswer(other) : other).accepts(sought),
  );
  return found === -1 ? null : found;
}

/** Finds the answer that needs the fewest changes. Of several, the first is the whole answer. */
function findNearest(answers: readonly Read[], typed: Read): Read | undefined {
  if (answers.length < 2) return answers[0];
  const changes = answers.map((answer) => countChanges([...(answer.folded[0] ?? "")], [...(typed.folded[0] ?? "")]));
  return answers[changes.indexOf(Math.min(...changes))];
}
