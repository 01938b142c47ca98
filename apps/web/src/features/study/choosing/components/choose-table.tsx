import { useEffect, useEffectEvent } from "react";
import { checkChoice, findOptionDeck } from "#features/study/choosing/choosing.options.ts";
import { describeChoice, OptionList, UnknownOption } from "#features/study/choosing/components/option-list.tsx";
import { StudyTable } from "#features/study/components/study-frame.tsx";
import type { QuestionProps } from "#features/study/flipping/components/flipped-table.tsx";
import { StudyCard } from "#features/study/flipping/components/study-card.tsx";
import type { StudyCard as Card } from "#features/study/study.state.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

/** Returns whether a card has enough good options. */
export function isCardChosen({ id, folderId }: Card): boolean {
  return findOptionDeck(folderId)?.find(id) != null;
}

/** A question with four options, which says at once which one is right. */
export function ChooseTable(props: QuestionProps) {
  const { card, turn, shortcuts, isIntended, onReveal, onNext } = props;
  const checked = props.checked?.mode === "choose" ? props.checked : undefined;
  const deck = findOptionDeck(card.folderId);
  const options = deck?.find(card.id);
  const isRight = checked?.preselected === "medium";
  useGoingOn(isRight, onNext);
  if (!deck || !options) return null;
  const choose = (option: string | null) => onReveal(checkChoice(options, option, deck));
  const language = props.folder?.language ?? null;
  const verdict = checked && describeChoice(checked);
  return (
    <StudyTable>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {props.heading}
        <StudyCard card={card} language={language} revealed={false} onTap={() => {}}>
          {null}
        </StudyCard>
      </div>
      <div className="flex shrink-0 flex-col gap-3 pt-3 flat:w-80 flat:overflow-y-auto flat:pt-0">
        <OptionList
          key={turn}
          options={options}
          language={language}
          chosen={checked?.chosen}
          shortcuts={shortcuts}
          isIntended={isIntended}
          onChoose={choose}
        />
        <div className="flex min-h-11 items-center justify-between gap-3">
          {!checked && <UnknownOption onPress={(click) => isIntended(click) && choose(null)} />}
          <p
            role="status"
            className={cx(
              "wrap-anywhere line-clamp-3 min-w-0 font-semibold leading-tight",
              isRight ? "text-easy" : "text-hard",
            )}
          >
            {verdict}
            {verdict && (
              <span className="sr-only">
                . Respuesta: <span lang={language ?? undefined}>{options.options[options.right]}</span>
              </span>
            )}
          </p>
          {checked && !isRight && <NextButton onPress={(click) => isIntended(click) && onNext()} />}
        </div>
      </div>
    </StudyTable>
  );
}

/** Says why a card of a session of choosing is asked in another way. */
export function TooFewOptions({ isTyped }: { isTyped: boolean }) {
  return (
    <p className="-mt-1 mb-1 shrink-0 text-ink-soft text-sm">
      Esta carta no tiene otras respuestas parecidas: {isTyped ? "escríbela" : "dale la vuelta"}.
    </p>
  );
}

/** Long enough to see the verdict, and to hear it. */
const SEEN_AFTER_MS = 1000;

/** Goes on by itself from a right choice. */
function useGoingOn(isRight: boolean, onNext: () => void): void {
  const goOn = useEffectEvent(onNext);
  useEffect(() => {
    if (!isRight) return;
    const timer = setTimeout(goOn, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRight]);
}

/** Has the focus, so that Enter and Space go on. */
function NextButton({ onPress }: { onPress: (click: { detail: number }) => void }) {
  return (
    <Button
      ref={(button) => button?.focus({ preventScroll: true })}
      className="min-w-40"
      onKeyDown={(event) => {
        // A key that is held down presses a button again and again.
        if (event.repeat) event.preventDefault();
      }}
      onClick={onPress}
    >
      Siguiente
      <Kbd>↵</Kbd>
    </Button>
  );
}
