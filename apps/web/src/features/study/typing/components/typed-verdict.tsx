import { difference, markMissing } from "@repasa/answers/difference.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { Fragment, type ReactNode } from "react";
import { getAnswer } from "#features/cards/text/text.sides.ts";
import { StudySide } from "#features/study/flipping/components/study-card.tsx";
import type { Choice, StudyCard, TypedAnswer } from "#features/study/study.state.ts";
import { acceptAsKnown } from "#features/study/typing/typing.judging.ts";
import { formatVerdict, isBlank } from "#features/study/typing/typing.wording.ts";
import { describeListVerdict } from "#lib/list-verdict.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifferenceText } from "#ui/difference-text.tsx";
import { JudgedItems } from "#ui/judged-items.tsx";
import { findVerdictLook, VerdictSign } from "#ui/verdict-sign.tsx";

type TypedResultProps = { card: StudyCard; checked: TypedAnswer; language: string | null };

/** The answer of a card, marked where what was typed differs. The differences follow it where no field is left. */
export function TypedResult({ card, checked, language }: TypedResultProps) {
  const side = getAnswer(card);
  const whole = findWhole(card, listComparisons(checked, language));
  return (
    <>
      <StudySide side={side} draw={whole && (() => <DifferenceText segments={whole.segments} side="accepted" />)} />
      {(checked.isChosen || parseGapVariant(card.variant) !== null) && (
        <TypedDifference card={card} checked={checked} language={language} className="mx-auto mt-4 short:mt-1 w-fit" />
      )}
    </>
  );
}

/** What was typed, letter by letter, and what is right unless the card's answer says it. Nothing for a right answer. */
export function TypedDifference({ card, checked, language, className }: TypedResultProps & { className?: string }) {
  const wrong = listComparisons(checked, language);
  if (wrong.length === 0) return null;
  const whole = findWhole(card, wrong);
  const given = checked.isChosen ? "Elegiste" : "Escribiste";
  return (
    <dl
      lang={language ?? undefined}
      className={cx(
        "wrap-anywhere max-w-full text-start text-lg short:text-base/6",
        whole
          ? "short:line-clamp-3 *:inline [&>dt]:me-3"
          : "grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1",
        className,
      )}
    >
      {wrong.map((comparison) => (
        <Fragment key={comparison.index}>
          <Term>{checked.gaps.length > 1 ? `Hueco ${comparison.index + 1}` : given}</Term>
          <dd>{drawTyped(checked, comparison, language)}</dd>
          {!whole && !checked.list && (
            <>
              <Term>Correcto</Term>
              <dd>
                <DifferenceText segments={comparison.segments} side="accepted" />
              </dd>
            </>
          )}
        </Fragment>
      ))}
    </dl>
  );
}

function drawTyped({ list }: TypedAnswer, { typed, segments }: Comparison, language: string | null): ReactNode {
  if (typed === "") return "—";
  return list ? (
    <JudgedItems items={list.items} language={language} />
  ) : (
    <DifferenceText segments={segments} side="typed" />
  );
}

type Comparison = ReturnType<typeof listComparisons>[number];

/** Finds the comparison with the whole answer of a card, in which the difference can be marked. */
function findWhole(card: StudyCard, comparisons: readonly Comparison[]): Comparison | undefined {
  const { text, format } = getAnswer(card);
  return comparisons.find(({ accepted }) => accepted === text && format === "plain");
}

/** Lists the typed texts that are not right, each with the accepted answer that is nearest. */
function listComparisons({ gaps, typed, list }: TypedAnswer, language: string | null) {
  if (isBlank(typed)) return [];
  return gaps.flatMap(({ verdict, nearest: accepted }, index) => {
    if (verdict === "right") return [];
    const text = typed[index]?.trim() ?? "";
    return [
      {
        index,
        accepted,
        typed: text,
        segments: list ? markMissing(accepted, list.missing) : difference(accepted, text, { language }),
      },
    ];
  });
}

function Term({ children }: { children: ReactNode }) {
  return <dt className="text-ink-soft text-sm">{children}</dt>;
}

type VerdictLineProps = {
  checked: TypedAnswer | undefined;
  /** The ratings that the card can get. */
  choices: readonly Choice[];
  onChange: (checked: TypedAnswer) => void;
};

/** The verdict in words, and how to contradict it; empty at first, because screen readers announce only what is added. */
export function VerdictLine({ checked, choices, onChange }: VerdictLineProps) {
  const isMistake = checked?.verdict === "wrong" && !checked.isChosen && !isBlank(checked.typed);
  const about = checked?.list && !checked.known && describeListVerdict(checked.list);
  const isContested = isMistake && !checked.known;
  return (
    <div
      className={cx("flex items-center justify-between gap-2", checked ? "min-h-9 pointer-coarse:min-h-11" : "-mb-2")}
    >
      <p role="status" className="min-w-0">
        {checked && <Verdict checked={checked} />}
        {about && <span className="wrap-anywhere line-clamp-2 text-sm">{about}</span>}
        {checked?.isChosen && (
          <span className="block text-ink-soft text-sm">Con opciones no cuenta: vuelve al final.</span>
        )}
      </p>
      {isContested && (
        <Button
          variant="outline"
          size="sm"
          className="shrink-0"
          onClick={() => onChange(acceptAsKnown(checked, choices))}
        >
          Lo sabía
        </Button>
      )}
    </div>
  );
}

function Verdict({ checked }: { checked: TypedAnswer }) {
  const verdict = checked.known ? "right" : checked.verdict;
  return (
    <span className={cx("flex items-center gap-2 font-semibold leading-tight", findVerdictLook(verdict))}>
      <VerdictSign verdict={verdict} className="size-5" />
      <span className="wrap-anywhere line-clamp-2">{formatVerdict(checked)}</span>
    </span>
  );
}
