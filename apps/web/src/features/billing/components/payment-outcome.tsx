import { type ReactNode, useEffect, useRef } from "react";
import { usePageTitle } from "#lib/page-title.ts";
import { announce } from "#ui/announcer.tsx";

export type PaymentOutcomeProps = {
  mark: ReactNode;
  title: string;
  text: ReactNode;
  children?: ReactNode;
};

export function PaymentOutcome({ mark, title, text, children }: PaymentOutcomeProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    announce(title);
    // The pressed button may have been unmounted, so that the focus is lost.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center pt-4 pb-14 text-center">
      <div aria-hidden className="mb-5 grid size-18 place-items-center">
        {mark}
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="mt-2 text-balance text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
