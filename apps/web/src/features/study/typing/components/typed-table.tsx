import { listAnswers } from "@repasa/answers/card-answers.ts";
import { type AnswerMode, isTyped } from "@repasa/answers/short-answers.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { GapSlot } from "#features/cards/text/text.gap-slot.ts";
import { StudyTable } from "#features/study/components/study-frame.tsx";
import type { QuestionProps } from "#features/study/flipping/components/flipped-table.tsx";
import { RatingBar } from "#features/study/flipping/components/rating-bar.tsx";
import { StudyCard } from "#features/study/flipping/components/study-card.tsx";
import type { StudyCard as Card } from "#features/study/study.state.ts";
import { AnswerField, Fields, GapField } from "#features/study/typing/components/answer-field.tsx";
import { TypedDifference, TypedResult, VerdictLine } from "#features/study/typing/components/typed-verdict.tsx";
import { useAnswerFields } from "#features/study/typing/use-answer-fields.ts";
import { useChecking } from "#features/study/typing/use-checking.ts";
import { useVisibleFrame } from "#features/study/typing/use-visible-frame.ts";
import { Button } from "#ui/button.tsx";
import { Kbd } from "#ui/kbd.tsx";

/** Returns whether a card is typed where cards are answered in this way. */
export function isCardTyped(mode: AnswerMode, card: Card): boolean {
  return isTyped(mode, listAnswers(card));
}

/** A question whose answer is typed, and then the answer with the verdict. */
export function TypedTable(props: QuestionProps) {
  // It renders once for each key, so that memoising would only add code.
  "use no memo";
  const { card, turn, folder, deck, shortcuts, isIntended, onReveal, onRate } = props;
  const checked = props.checked?.mode === "type" ? props.checked : undefined;
  const answers = listAnswers(card);
  const hasGaps = parseGapVariant(card.variant) !== null;
  const language = folder?.language ?? null;
  const { judge, beginToType } = useChecking({ folder, deck });
  const { screen, settings, placed, isEmpty, check, focus } = useAnswerFields({
    turn,
    language,
    count: answers.length,
    checked: checked?.typed ?? null,
    onInput: beginToType,
    onCheck: (typed) => onReveal(judge(card, typed)),
    onConfirm: () => checked && onRate(checked.preselected),
  });
  useVisibleFrame();
  // Gaps that are drawn as a part of a formula have no place in the text.
  const below = hasGaps && checked ? [] : answers.map((_, index) => index).filter((index) => !placed.has(index));
  return (
    <Fields value={settings}>
      <div ref={screen} data-typed className="contents">
        <StudyTable>
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {props.heading}
            <GapSlot value={hasGaps && !checked ? GapField : null}>
              <StudyCard
                card={card}
                language={language}
                revealed={checked !== undefined}
                focuses={hasGaps && checked !== undefined}
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
            {below.map((index) => (
              <div key={index} className="grid *:col-start-1 *:row-start-1">
                <AnswerField index={index} />
                <div aria-live="polite" className="pointer-events-none self-center px-3.5 py-1.5">
                  {checked && <TypedDifference card={card} checked={checked} language={language} />}
                </div>
              </div>
            ))}
            <VerdictLine checked={checked} onChange={onReveal} />
            {checked ? (
              <RatingBar
                key={turn}
                intervals={card.nextIntervals}
                shortcuts={shortcuts}
                preselected={checked.preselected}
                onRate={(choice, click) => isIntended(click) && onRate(choice)}
              />
            ) : (
              <CheckBar
                isEmpty={isEmpty}
                onCheck={(click) => isIntended(click) && check()}
                onTurnOver={(click) => isIntended(click) && onReveal()}
              />
            )}
          </div>
        </StudyTable>
      </div>
    </Fields>
  );
}

function keepFocus(event: { target: EventTarget; preventDefault: () => void }): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}

type Click = { detail: number };

type CheckBarProps = { isEmpty: boolean; onCheck: (click: Click) => void; onTurnOver: (click: Click) => void };

function CheckBar({ isEmpty, onCheck, onTurnOver }: CheckBarProps) {
  return (
    <div className="flex gap-2">
      <Button variant="ghost" onClick={onTurnOver}>
        Darle la vuelta
      </Button>
      <Button variant={isEmpty ? "outline" : "primary"} className="flex-1" onClick={onCheck}>
        {isEmpty ? "No la recordé" : "Comprobar"}
        <Kbd>↵</Kbd>
      </Button>
    </div>
  );
}
