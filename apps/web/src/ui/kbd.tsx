import { cx } from "#ui/cx.ts";

type KbdProps = {
  /** The key as printed on it: "1", "Espacio", "U". */
  children: string;
  className?: string;
};

/** The key that does the same; for wide screens and for eyes only, since touch and screen readers have no use for it. */
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
