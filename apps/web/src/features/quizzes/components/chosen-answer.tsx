import { useEffect, useEffectEvent } from "react";
import { UnknownButton } from "#features/quizzes/components/unknown-button.tsx";
import type { AnswerProps } from "#features/quizzes/quizzes.answering.ts";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

/** The options. A tap, or a key from 1 to 4, chooses one and goes on; Enter goes on with the one that was chosen before. */
export function ChosenAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const options = question.options ?? [];
  const choose = (option: number) => {
    onAnswer({ option });
    onNext();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
    if (event.key === "Enter" && given !== null && !target.closest("button, a")) {
      event.preventDefault();
      onNext();
    }
    const option = Number(event.key) - 1;
    if (options[option] === undefined) return;
    event.preventDefault();
    choose(option);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-sm">Elige la respuesta</legend>
      {options.map((text, place) => (
        <button
          key={text}
          type="button"
          aria-pressed={given === text}
          onClick={() => choose(place)}
          className={cx(
            "flex min-h-13 w-full items-center gap-3 rounded-control border bg-surface px-4 py-2.5 text-start",
            given === text ? "border-brand bg-brand-soft font-semibold" : "border-line-strong/60 hover:bg-sunken",
          )}
        >
          <span dir="auto" className="wrap-anywhere min-w-0 flex-1">
            {text}
          </span>
          <Kbd>{String(place + 1)}</Kbd>
        </button>
      ))}
      <UnknownButton
        chosen={given === false}
        onPress={() => {
          onAnswer({ unknown: true });
          onNext();
        }}
      />
    </fieldset>
  );
}
