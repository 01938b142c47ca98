import { useEffect, useEffectEvent, useId } from "react";
import type { AnswerProps } from "#features/quizzes/quizzes.answering.ts";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

/** The options, which the keys 1 to 4 choose. Enter goes on. */
export function ChosenAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const name = useId();
  const options = question.options ?? [];
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
    onAnswer({ option });
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
        <label
          key={text}
          className={cx(
            "relative flex min-h-13 cursor-pointer items-center gap-3 rounded-control border bg-surface px-4 py-2.5 has-focus-visible:outline-2! has-focus-visible:outline-brand!",
            given === text ? "border-brand bg-brand-soft font-semibold" : "border-line-strong/60 hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={given === text}
            onChange={() => onAnswer({ option: place })}
            className="size-5 shrink-0 accent-(--color-brand)"
          />
          <span dir="auto" className="wrap-anywhere min-w-0 flex-1">
            {text}
          </span>
          <Kbd>{String(place + 1)}</Kbd>
        </label>
      ))}
    </fieldset>
  );
}
