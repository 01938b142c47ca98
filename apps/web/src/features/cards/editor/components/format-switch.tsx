import { cx } from "#ui/cx.ts";

type FormatSwitchProps = { markdown: boolean; onMarkdown: (markdown: boolean) => void };

/** Switches between plain text and Markdown. It is small, because most cards are plain. */
export function FormatSwitch({ markdown, onMarkdown }: FormatSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={markdown}
      // Keeps the focus in the text field, so that the on-screen keyboard of a phone stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onMarkdown(!markdown)}
      className="relative inline-flex items-center gap-1.5 rounded-chip after:absolute after:-inset-x-2 after:-inset-y-3"
    >
      Con formato
      <span
        aria-hidden
        className={cx(
          "relative h-4.5 w-8 rounded-full border-2 transition-colors duration-100",
          markdown ? "border-brand bg-brand" : "border-line-strong bg-sunken",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 left-0.5 size-2.5 rounded-full transition-[translate,background-color] duration-100",
            markdown ? "translate-x-3.5 bg-on-brand" : "bg-ink-soft",
          )}
        />
      </span>
    </button>
  );
}
