import type { ComponentProps, MouseEvent } from "react";
import { navigate } from "wouter/use-browser-location";
import { preloadScreen } from "#lib/screens.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  replace?: boolean;
  /** Plain data that is stored in the state of the new history entry. */
  state?: unknown;
};

/**
 * Preloads the code of its screen on hover, touch and focus. Wouter's own link is drawn again whenever the address changes, which
 * on a screen with many of them delays the next one.
 */
export function Link({
  href,
  replace = false,
  state = null,
  onClick,
  onPointerEnter,
  onFocus,
  onTouchStart,
  ...rest
}: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        onClick?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        navigate(href, { replace, state });
      }}
      onPointerEnter={(event) => {
        preloadScreen(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        preloadScreen(href);
        onFocus?.(event);
      }}
      onTouchStart={(event) => {
        preloadScreen(href);
        onTouchStart?.(event);
      }}
    />
  );
}

/** Returns whether the browser opens a tab or a window, or saves the page, instead of following the link here. */
function opensElsewhere({ ctrlKey, metaKey, altKey, shiftKey, button }: MouseEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey || button !== 0;
}

export const textLink =
  "rounded-sm font-semibold text-brand-ink underline decoration-brand-ink/30 underline-offset-4 hover:decoration-current";
