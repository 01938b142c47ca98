import type { Options } from "@repasa/answers/distractors.ts";
import { useEffect, useEffectEvent } from "react";
import type { ChosenAnswer } from "#features/study/study.state.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

type Click = { detail: number };

type OptionListProps = {
  options: Options;
  language: string | null;
  /** What was chosen, null for `No lo sé`; undefined as long as the student chooses. */
  chosen: string | null | undefined;
  shortcuts: boolean;
  isIntended: (click: Click) => boolean;
  onChoose: (option: string) => void;
};

/** The options of a question, which then say which one is right. */
export function OptionList({ options, language, chosen, shortcuts, isIntended, onChoose }: OptionListProps) {
  const isOpen = chosen === undefined;
  useOptionKeys(shortcuts && isOpen, (index) => {
    const option = options.options[index];
    if (option !== undefined) onChoose(option);
  });
  return (
    <ol className="grid gap-2 upright:@min-[36rem]:grid-cols-2">
      {options.options.map((option, index) => (
        <Option
          key={option}
          option={option}
          language={language}
          place={index + 1}
          state={isOpen ? undefined : describeOption(options, chosen, index)}
          shortcuts={shortcuts}
          onChoose={(click) => isOpen && isIntended(click) && onChoose(option)}
        />
      ))}
    </ol>
  );
}

/** Answers a question without choosing an option. */
export function UnknownOption({ onPress }: { onPress: (click: Click) => void }) {
  return (
    <Button variant="ghost" size="sm" className="-ml-3" onClick={onPress}>
      No lo sé
    </Button>
  );
}

/** Says whether a choice is right, and whose answer a wrong one is, in the words of a typed answer that is another card's. */
export function describeChoice({ preselected, chosen, belongsTo }: ChosenAnswer): string {
  if (preselected === "medium") return "Correcto";
  if (chosen === null) return "No la recordaste";
  return belongsTo === null ? "Incorrecto" : `Incorrecto: responde a «${belongsTo}»`;
}

type OptionState = "right" | "wrong" | "other";

function describeOption({ options, right }: Options, chosen: string | null, index: number): OptionState {
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
  onChoose: (click: Click) => void;
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
