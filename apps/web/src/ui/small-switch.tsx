import { cx } from "#ui/cx.ts";

type SmallSwitchProps = {
  label: string;
  /** The accessible name, if it says more than the label, with which it begins. */
  name?: string;
  checked: boolean;
  /** The key that does the same. */
  shortcut?: string | undefined;
  onCheckedChange: (checked: boolean) => void;
};

/** A switch in a line of small text. Its target is 44 px high, which is in pixels, so that it does not grow with the text. */
export function SmallSwitch({ label, name, checked, shortcut, onCheckedChange }: SmallSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      title={shortcut && `${name ?? label} (${shortcut})`}
      // Keeps the focus in the text field, so that the on-screen keyboard of a phone stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onCheckedChange(!checked)}
      className="-mx-2 -my-3 relative inline-flex min-h-[44px] items-center gap-1.5 rounded-chip px-2"
    >
      {label}
      <span
        aria-hidden
        className={cx(
          "relative h-4.5 w-8 rounded-full border-2 transition-colors duration-100",
          checked ? "border-brand bg-brand" : "border-line-strong bg-sunken",
        )}
      >
        <span
          className={cx(
            "absolute top-0.5 left-0.5 size-2.5 rounded-full transition-[translate,background-color] duration-100 forced-colors:bg-[ButtonText]",
            checked ? "translate-x-3.5 bg-on-brand" : "bg-ink-soft",
          )}
        />
      </span>
    </button>
  );
}
