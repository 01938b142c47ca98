import { cx } from "#ui/cx.ts";

type KbdProps = {
  children: string;
  className?: string;
};

/** Shows a shortcut key. Hidden on touch devices and from screen readers, where it has no use. */
export function Kbd({ children, className }: KbdProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the element is not focusable
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
