import type { ComponentProps } from "react";
import { Link as RouterLink } from "wouter";
import { preloadScreen } from "#lib/screens.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  replace?: boolean;
  /** Plain data that is stored in the state of the new history entry. */
  state?: unknown;
};

/** Preloads the code of its screen on hover, touch and focus. */
export function Link({ href, onPointerEnter, onFocus, onTouchStart, ...rest }: LinkProps) {
  return (
    <RouterLink
      {...rest}
      href={href}
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

export const textLink =
  "rounded-sm font-semibold text-brand-ink underline decoration-brand-ink/30 underline-offset-4 hover:decoration-current";
