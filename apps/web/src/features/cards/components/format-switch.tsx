import { useId } from "react";
import { cx } from "#ui/cx.ts";
import { SwitchField } from "#ui/switch-field.tsx";

type FormatSwitchProps = { markdown: boolean; onMarkdown: (markdown: boolean) => void };

/** Switches between plain text and Markdown. It is small, because most cards are plain. */
export function FormatSwitch({ markdown, onMarkdown }: FormatSwitchProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="relative inline-flex cursor-pointer items-center gap-1.5 rounded-chip after:absolute after:-inset-x-2 after:-inset-y-3 has-focus-visible:outline-2 has-focus-visible:outline-brand"
    >
      <input
        id={id}
        type="checkbox"
        role="switch"
        data-option=""
        aria-checked={markdown}
        checked={markdown}
        onChange={({ currentTarget }) => onMarkdown(currentTarget.checked)}
        className="sr-only"
      />
      Markdown
      <span
        aria-hidden
        className={cx(
          "relative h-4.5 w-8 rounded-full border-2 transition-colors duration-100",
          markdown ? "border-brand bg-brand" : "border-line-strong bg-sunken",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 size-2.5 rounded-full transition-[left,background-color] duration-100",
            markdown ? "left-4 bg-on-brand" : "left-0.5 bg-ink-soft",
          )}
        />
      </span>
    </label>
  );
}

type ReverseSwitchProps = { reverse: boolean; onReverse: (reverse: boolean) => void };

export function ReverseSwitch({ reverse, onReverse }: ReverseSwitchProps) {
  return (
    <SwitchField
      label="También al revés"
      hint="Crea otra carta que pregunta por el reverso."
      checked={reverse}
      onCheckedChange={onReverse}
      isOption
    />
  );
}
