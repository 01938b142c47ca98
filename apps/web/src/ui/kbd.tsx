import { cx } from "#ui/cx.ts";

type KbdProps = {
  children: string;
  className?: string;
};

/** A shortcut key, hidden from touch and screen readers, which have no use for it. */
export function Kbd({ children, className }: KbdProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing focusable here
    <kbd
      aria-hidden="true"
      className={cx(
        "hidden min-w-6 items-center justify-center rounded-chip border border-current/25 px-1.5 font-sans font-semibold text-xs pointer-fine:md:inline-flex",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
