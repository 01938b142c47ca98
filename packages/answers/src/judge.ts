import { countChanges } from "#alignment.ts";
import { isConfused } from "#confused-words.ts";
import { createReader, haveSameArticles, isAccepted, type Reader, type ReadText } from "#forms.ts";
import { type List, readList, splitItems } from "#lists.ts";
import { compareAccents, foldAccents } from "#normal-form.ts";
import { createSought, OtherAnswer } from "#others.ts";
import { differsInApostrophes, differsInSmallWords, differsInUnit, hasOnlySlips, splitWords } from "#slips.ts";
import { unifySpellings } from "#spellings.ts";

/** More items than this are not looked at: no list that is judged as one has so many. */
const MOST_TYPED_ITEMS = 50;

/**
 * - `right`: the typed text is an accepted answer.
 * - `accent`: it differs from one in accents alone. It counts as right.
 * - `close`: it differs by small slips, and counts as right in a quiz.
 */
export type Verdict = "right" | "accent" | "close" | "wrong";

const FROM_BEST: readonly Verdict[] = ["right", "accent", "close", "wrong"];

/** Returns the worst of some judgements; `wrong` if there are none. */
function findWorst(judgements: readonly Judgement[]): Verdict {
  return FROM_BEST.findLast((one) => judgements.some(({ verdict }) => verdict === one)) ?? "wrong";
}

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
  /** The items of a list that were not typed; otherwise empty. */
  readonly missing: readonly string[];
  /** What was typed for a list, one text for each item; otherwise empty. */
  readonly items: readonly JudgedItem[];
};

/**
 * A text that was typed for a list.
 *
 * - `nearest`: the item for which it stands; null if it is none, or too much. A `wrong` one that has it stands in another place of
 *   a list in which the order counts.
 */
export type JudgedItem = { readonly typed: string; readonly nearest: string | null; readonly verdict: Verdict };

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
  const list = readList(accepted);
  return list ? judgeList(accepted, list, typed, options) : judgeText(accepted, typed, options);
}

function judgeText(accepted: string, typed: string, options: JudgingOptions): Judgement {
  const { others = [], strictAccents = false } = options;
  const reader = createReader(options.language);
  const answers = reader.readAnswer(accepted);
  const text = reader.readTyped(typed, accepted);
  const conclude = (verdict: Verdict, nearest = "", found: Partial<Judgement> = {}): Judgement => ({
    verdict,
    nearest,
    accent: null,
    belongsTo: null,
    missing: [],
    items: [],
    ...found,
  });
  if (text.full === "") return conclude("wrong", answers[0]?.written);

  const same = answers.find((answer) => isAccepted(answer, text, "forms", reader.words));
  if (same) return conclude("right", same.written);

  const unaccented = answers.find((answer) => isAccepted(answer, text, "folded", reader.words));
  if (unaccented) {
    const accent = compareAccents(...pickPair(unaccented, text));
    const belongsTo = findOther(reader, others, typed, "forms");
    const isWrong = strictAccents || belongsTo !== null;
    return conclude(isWrong ? "wrong" : "accent", unaccented.written, { accent, belongsTo });
  }

  const belongsTo = findOther(reader, others, typed, "folded");
  const form = strictAccents ? "forms" : "folded";
  const close = answers.find((answer) => isClose(answer, text, form, reader));
  if (close && belongsTo === null) return conclude("close", close.written);
  return conclude("wrong", close?.written ?? findNearest(answers, text)?.written, { belongsTo });
}

function isClose(answer: ReadText, typed: ReadText, form: "forms" | "folded", { words }: Reader): boolean {
  if (!haveSameArticles(answer, typed, words)) return false;
  const spelled = [answer, typed].map(({ full }) => unifySpellings(full, words)) as [string, string];
  if (differsInUnit(answer.full, typed.full) || differsInUnit(...spelled)) return true;
  const [whole, given] =
    form === "forms" ? [answer.full, typed.full] : [foldAccents(answer.full), foldAccents(typed.full)];
  if (differsInApostrophes(whole, given) && !isConfused(whole.replaceAll("'", ""), given, words.language)) return true;
  const texts = typed[form].map(splitWords);
  return answer[form].some((one) => {
    const wanted = splitWords(one);
    return texts.some((text) => hasOnlySlips(wanted, text, words) || differsInSmallWords(wanted, text, words));
  });
}

/** Judges a list by its items, each of which counts once. */
function judgeList(accepted: string, { items, isOrdered }: List, typed: string, options: JudgingOptions): Judgement {
  const given = splitItems(typed, items.length).slice(0, MOST_TYPED_ITEMS);
  const judgements = items.map((item) => given.map((text) => judgeItem(item, text, options)));
  const found = new Map<number, Judgement>();
  const judged: JudgedItem[] = given.map((text) => ({ typed: text, nearest: null, verdict: "wrong" }));
  const left = new Set(given.keys());
  const take = (place: number, at: number, verdict: Verdict) => {
    judged[at] = { typed: given[at] as string, nearest: items[place] as string, verdict };
    left.delete(at);
  };
  // What is right is taken first, so that no item with a slip takes the place of another one.
  for (const verdict of FROM_BEST.slice(0, -1)) {
    for (const place of items.keys()) {
      if (found.has(place)) continue;
      for (const at of left) {
        if (isOrdered && given.length === items.length && at !== place) continue;
        const judgement = judgements[place]?.[at];
        if (judgement?.verdict !== verdict) continue;
        found.set(place, judgement);
        take(place, at, verdict);
        break;
      }
    }
  }
  const isWrong = found.size < items.length || left.size > 0;
  // What stands in another place of an ordered list is wrong there, but not missing.
  const missing = items.filter((_, place) => {
    if (found.has(place)) return false;
    const at = isOrdered ? [...left].find((one) => judgements[place]?.[one]?.verdict !== "wrong") : undefined;
    if (at !== undefined) take(place, at, "wrong");
    return at === undefined;
  });
  const verdict = isWrong ? "wrong" : findWorst([...found.values()]);
  const accent = [...found.values()].find((judgement) => judgement.accent)?.accent ?? null;
  return {
    verdict,
    nearest: accepted,
    accent: verdict === "accent" ? accent : null,
    belongsTo: null,
    missing,
    items: judged,
  };
}

/** Judges an item. A text that differs from it by an accent or a slip may be the answer of another card, so it is compared with these. */
function judgeItem(item: string, typed: string, options: JudgingOptions): Judgement {
  const alone = judgeText(item, typed, { ...options, others: [] });
  return alone.verdict === "accent" || alone.verdict === "close" ? judgeText(item, typed, options) : alone;
}

/** The verdict on a card with several gaps, and the one on each gap. */
export type GapsJudgement = { readonly verdict: Verdict; readonly gaps: readonly Judgement[] };

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
  return { verdict: findWorst(gaps), gaps };
}

/** Returns the forms of an answer and of a typed text that are equal without accents. */
function pickPair(answer: ReadText, typed: ReadText): [string, string] {
  const at = answer.folded.findIndex((form) => typed.folded.includes(form));
  return [answer.forms[at] ?? "", typed.forms[typed.folded.indexOf(answer.folded[at] ?? "")] ?? ""];
}

/** Finds the first other card for which a text is right, accents included (`forms`) or aside (`folded`). */
function findOther(
  reader: Reader,
  others: readonly (string | OtherAnswer)[],
  typed: string,
  form: "forms" | "folded",
): number | null {
  if (others.length === 0) return null;
  const sought = createSought(reader, typed, form);
  const found = others.findIndex((other) =>
    (typeof other === "string" ? new OtherAnswer(other) : other).accepts(sought),
  );
  return found === -1 ? null : found;
}

/** Finds the answer that needs the fewest changes. Of several, the first is the whole answer. */
function findNearest(answers: readonly ReadText[], typed: ReadText): ReadText | undefined {
  if (answers.length < 2) return answers[0];
  const changes = answers.map((answer) => countChanges([...(answer.folded[0] ?? "")], [...(typed.folded[0] ?? "")]));
  return answers[changes.indexOf(Math.min(...changes))];
}
