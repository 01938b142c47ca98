import type { ComponentProps } from "react";
import { Link as RouterLink } from "wouter";
import { preloadScreen } from "#lib/screens.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  /** Replaces the history entry instead of adding one. */
  replace?: boolean;
};

/** A link within the app. The code of its screen is fetched as soon as the pointer or the focus reaches it. */
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

/** The look of a link within text. */
export const textLink =
  "rounded-sm font-semibold text-brand-ink underline decoration-brand-ink/30 underline-offset-4 hover:decoration-current";
