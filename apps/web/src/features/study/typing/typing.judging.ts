import { renderAnswers } from "@repasa/answers/card-answers.ts";
import { type Judgement, judgeGaps, type Verdict } from "@repasa/answers/judge.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import type { AnsweredCard, FolderAnswer } from "#features/study/study.other-answers.ts";
import type { Choice, TypedAnswer } from "#features/study/study.state.ts";

const preselected: Record<Verdict, Choice> = {
  right: "medium",
  accent: "medium",
  close: "hard",
  wrong: "forgotten",
};

/** Returns the rating that a verdict proposes among those that the card can get. */
function preselect(verdict: Verdict, choices: readonly Choice[]): Choice {
  const proposed = preselected[verdict];
  return choices.includes(proposed) ? proposed : (choices[0] ?? proposed);
}

type Judging = {
  /** The answers of the cards of the folder, which may include the card's own. */
  others: readonly FolderAnswer[];
  strictAccents: boolean | undefined;
  language: string | null | undefined;
  /** The ratings that the card can get, from the easiest on. */
  choices: readonly Choice[];
};

/** Judges what a student typed, one text for each field, and preselects a rating. */
export function checkAnswer(
  card: AnsweredCard,
  typed: readonly string[],
  { others, strictAccents, language, choices }: Judging,
): TypedAnswer {
  const rest = others.filter(({ card: { id } }) => id !== card.id);
  const { verdict, gaps } = judgeGaps(renderAnswers(card), typed, {
    others: rest.map(({ answer }) => answer),
    strictAccents,
    language,
  });
  const owner = gaps.map(({ belongsTo }) => rest[belongsTo ?? -1]).find((other) => other !== undefined);
  return {
    mode: "type",
    preselected: preselect(verdict, choices),
    typed,
    verdict,
    gaps: gaps.map(({ verdict, nearest, accent }) => ({ verdict, nearest, accent })),
    list: findList(gaps),
    belongsTo: owner ? formatQuestionLine(owner.card) : null,
    confusedWith: owner?.card.id,
  };
}

/** Returns what was typed for a list that is the only answer of a card. */
function findList([only, ...others]: readonly Judgement[]): TypedAnswer["list"] {
  if (!only || others.length > 0 || only.items.length === 0) return undefined;
  return { missing: only.missing, items: only.items };
}

/** Counts a wrong answer as recalled, because the student knew it. */
export function acceptAsKnown(checked: TypedAnswer, choices: readonly Choice[]): TypedAnswer {
  return { ...checked, known: true, preselected: preselect("right", choices) };
}
