import type { Options } from "@repasa/answers/distractors.ts";
import { useEffect, useEffectEvent } from "react";
import { checkChoice, findOptionDeck } from "#features/study/choosing/choosing.options.ts";
import { noteWrongChoice } from "#features/study/choosing/choosing.wrong-choices.ts";
import { StudyTable } from "#features/study/components/study-frame.tsx";
import type { QuestionProps } from "#features/study/flipping/components/flipped-table.tsx";
import { StudyCard } from "#features/study/flipping/components/study-card.tsx";
import type { StudyCard as Card, ChosenAnswer } from "#features/study/study.state.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

/** Returns whether a card has enough good options. */
export function isCardChosen({ id, folderId }: Card): boolean {
  return findOptionDeck(folderId)?.find(id) != null;
}

/** A question with four options, which says at once which one is right. */
export function ChooseTable(props: QuestionProps) {
  const { card, turn, shortcuts, isIntended, onReveal, onRate } = props;
  const checked = props.checked?.mode === "choose" ? props.checked : undefined;
  const deck = findOptionDeck(card.folderId);
  const options = deck?.find(card.id);
  const choose = (option: string) => {
    if (checked || !deck || !options) return;
    const answer = checkChoice(options, option);
    const owner = deck.findOwner(option);
    if (answer.preselected === "forgotten" && owner !== undefined)
      noteWrongChoice(card.folderId, card.id, owner, deck.day);
    onReveal(answer);
  };
  useOptionKeys(shortcuts && !checked, (index) => {
    const option = options?.options[index];
    if (option !== undefined) choose(option);
  });
  if (!options) return null;
  const language = props.folder?.language ?? null;
  return (
    <StudyTable>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {props.heading}
        <StudyCard card={card} language={language} revealed={false} onTap={() => {}}>
          {null}
        </StudyCard>
      </div>
      <div className="flex shrink-0 flex-col gap-3 pt-3 flat:w-80 flat:overflow-y-auto flat:pt-0">
        <ol key={turn} className="grid gap-2 upright:@min-[36rem]:grid-cols-2">
          {options.options.map((option, index) => (
            <Option
              key={option}
              option={option}
              language={language}
              place={index + 1}
              state={checked && describeOption(options, checked, index)}
              shortcuts={shortcuts}
              onChoose={(click) => isIntended(click) && choose(option)}
            />
          ))}
        </ol>
        <div className="flex min-h-11 items-center justify-between gap-3">
          <p
            role="status"
            className={cx(
              "wrap-anywhere line-clamp-3 min-w-0 font-semibold leading-tight",
              checked?.preselected === "medium" ? "text-easy" : "text-hard",
            )}
          >
            {checked && describeChoice(checked, deck?.findQuestion(checked.chosen) ?? null)}
            {checked && (
              <span className="sr-only">
                . Respuesta: <span lang={language ?? undefined}>{options.options[options.right]}</span>
              </span>
            )}
          </p>
          {checked && <NextButton onPress={(click) => isIntended(click) && onRate(checked.preselected)} />}
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

/** Says whose answer a wrong option is, in the words of a typed answer that is another card's. */
function describeChoice({ preselected }: ChosenAnswer, belongsTo: string | null): string {
  if (preselected === "medium") return "Correcto";
  return belongsTo === null ? "Incorrecto" : `Incorrecto: responde a «${belongsTo}»`;
}

type OptionState = "right" | "wrong" | "other";

function describeOption({ options, right }: Options, { chosen }: ChosenAnswer, index: number): OptionState {
  if (index === right) return "right";
  return options[index] === chosen ? "wrong" : "other";
}

const looks: Record<OptionState, string> = {
  right: "border-easy-mark bg-easy-soft text-easy ring-1 ring-easy-mark",
  wrong: "border-hard-mark bg-hard-soft text-hard",
  other: "border-line bg-surface text-ink-soft",
};

const marks = { right: { sign: "✓", words: "correcta" }, wrong: { sign: "✗", words: "tu elección" } };

type OptionProps = {
  option: string;
  language: string | null;
  /** From 1. */
  place: number;
  state: OptionState | undefined;
  shortcuts: boolean;
  onChoose: (click: { detail: number }) => void;
};

function Option({ option, language, place, state, shortcuts, onChoose }: OptionProps) {
  const mark = state && state !== "other" ? marks[state] : undefined;
  return (
    <li className="flex">
      <button
        type="button"
        aria-disabled={state ? true : undefined}
        aria-keyshortcuts={shortcuts ? String(place) : undefined}
        onClick={onChoose}
        className={cx(
          "flex min-h-13 w-full select-none items-center gap-3 rounded-control border px-4 py-2 text-start font-semibold text-input leading-tight",
          "transition-[border-color,background-color] duration-100",
          state ? looks[state] : "border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
        )}
      >
        <span className="wrap-anywhere line-clamp-3 min-w-0 flex-1" dir="auto" lang={language ?? undefined}>
          {option}
        </span>
        {mark ? (
          <span className="shrink-0">
            <span aria-hidden>{mark.sign}</span>
            <span className="sr-only">, {mark.words}</span>
          </span>
        ) : (
          shortcuts && !state && <Kbd>{String(place)}</Kbd>
        )}
      </button>
    </li>
  );
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

/** Calls `choose` for the keys 1 to 4, with the index of the option. */
function useOptionKeys(enabled: boolean, choose: (index: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || !/^[1-4]$/.test(event.key) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
    event.preventDefault();
    choose(Number(event.key) - 1);
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}
