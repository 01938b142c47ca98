import { renderAnswers } from "@repasa/answers/card-answers.ts";
import { readList } from "@repasa/answers/lists.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { useState } from "react";
import { GapSlot } from "#features/cards/text/text.gap-slot.ts";
import { StudyTable } from "#features/study/components/study-frame.tsx";
import type { QuestionProps } from "#features/study/flipping/components/flipped-table.tsx";
import { RatingBar } from "#features/study/flipping/components/rating-bar.tsx";
import { StudyCard } from "#features/study/flipping/components/study-card.tsx";
import type { TypedAnswer } from "#features/study/study.state.ts";
import { AnswerRow, CheckBar } from "#features/study/typing/components/answer-area.tsx";
import { Fields, GapField } from "#features/study/typing/components/answer-field.tsx";
import { TypedDifference, TypedResult, VerdictLine } from "#features/study/typing/components/typed-verdict.tsx";
import { useAnswerFields } from "#features/study/typing/use-answer-fields.ts";
import { useChecking } from "#features/study/typing/use-checking.ts";
import { type Hints, useHints } from "#features/study/typing/use-hints.ts";
import { useVisibleFrame } from "#features/study/typing/use-visible-frame.ts";

/** A question whose answer is typed, and then the answer with the verdict. */
export function TypedTable(props: QuestionProps) {
  const { card, turn, folder, choices, deck, isOnLadder, isIntended, onReveal, onRate } = props;
  const checked = props.checked?.mode === "type" ? props.checked : undefined;
  const answers = renderAnswers(card);
  const hasGaps = parseGapVariant(card.variant) !== null;
  const isList = !hasGaps && readList(answers[0] ?? "") !== null;
  const language = folder?.language ?? null;
  const [focused, setFocused] = useState(0);
  const { judge, beginToType } = useChecking({ folder, choices, deck });
  const hints = useHints({ card, turn, folder, answers, focused, steps: props.hints, onHint: props.onHint });
  const { screen, settings, placed, isEmpty, check, focus } = useAnswerFields({
    turn,
    language,
    count: answers.length,
    isList,
    checked: checked?.typed ?? null,
    onFocus: setFocused,
    onInput: beginToType,
    onCheck: (typed) => onReveal(judge(card, typed)),
    onEmpty: isOnLadder && hints.hasNext ? hints.takeNext : undefined,
    onConfirm: () => checked && onRate(checked.preselected),
  });
  useVisibleFrame();
  const isOpen = !checked && !hints.isChoosing;
  const isTyped = checked !== undefined && !checked.isChosen;
  // Gaps that are drawn as a part of a formula have no place in the text.
  const unplaced = answers.map((_, index) => index).filter((index) => !placed.has(index));
  const isNextByEnter = isOnLadder && hints.hasNext && isEmpty;
  const bar = { props, checked, hints, language, isEmpty, isNextByEnter, check };
  return (
    <Fields value={settings}>
      <div ref={screen} data-typed className="contents">
        <StudyTable>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {props.heading}
            <GapSlot value={hasGaps && isOpen ? GapField : null}>
              <StudyCard
                card={card}
                language={language}
                revealed={checked !== undefined}
                focuses={checked !== undefined && (hasGaps || !isTyped)}
                onTap={focus}
                answer={checked && <TypedResult card={card} checked={checked} language={language} />}
              >
                {props.children}
              </StudyCard>
            </GapSlot>
          </div>
          {/* A press beside the fields leaves the focus in them, so that the phone's keyboard remains. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done but preventing the default */}
          <div className="flex shrink-0 flex-col gap-2 pt-3 flat:w-72 flat:pt-0" onMouseDown={keepFocus}>
            <AnswerRow
              isList={isList}
              fields={isOpen || (isTyped && !hasGaps) ? unplaced : []}
              difference={checked && <TypedDifference card={card} checked={checked} language={language} />}
              hints={checked ? undefined : hints}
              isNextByEnter={isNextByEnter}
              isIntended={isIntended}
            />
            <VerdictLine checked={checked} choices={choices} onChange={onReveal} />
            <AnswerBar {...bar} />
          </div>
        </StudyTable>
      </div>
    </Fields>
  );
}

function keepFocus(event: { target: EventTarget; preventDefault: () => void }): void {
  if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement))
    event.preventDefault();
}

type AnswerBarProps = {
  props: QuestionProps;
  checked: TypedAnswer | undefined;
  hints: Hints;
  language: string | null;
  isEmpty: boolean;
  isNextByEnter: boolean;
  check: () => void;
};

/** What can be done with the answer: check it, choose one of the options that replace the field, or rate it. */
function AnswerBar({ props, checked, hints, language, isEmpty, isNextByEnter, check }: AnswerBarProps) {
  const { card, turn, shortcuts, isIntended, onReveal, onRate } = props;
  if (checked) {
    return (
      <RatingBar
        key={turn}
        choices={props.choices}
        intervals={card.nextIntervals}
        shortcuts={shortcuts}
        preselected={checked.preselected}
        onRate={(choice, click) => isIntended(click) && onRate(choice)}
      />
    );
  }
  if (hints.isChoosing) {
    const { choosing } = hints;
    return choosing && <choosing.HintOptions key={turn} found={choosing.found} language={language} {...props} />;
  }
  return (
    <CheckBar
      isEmpty={isEmpty}
      isNextByEnter={isNextByEnter}
      onCheck={(click) => isIntended(click) && check()}
      onTurnOver={(click) => isIntended(click) && onReveal()}
    />
  );
}
