import type { ReactNode } from "react";

/** A text inside a card that most students do not need, shown on demand. */
export function Explanation({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-auto -mb-2 pt-1 open:mb-0">
      <summary className="-mx-1 w-fit rounded-sm px-1 py-2.5 font-semibold text-brand-ink text-sm leading-6">
        {title}
      </summary>
      <p className="text-ink-soft">{children}</p>
    </details>
  );
}
