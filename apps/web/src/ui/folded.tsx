import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type FoldedProps = {
  title: string;
  /** One line about the content. */
  hint?: string;
  /** True if the content is shown at first. */
  open?: boolean;
  children: ReactNode;
};

/** A card whose content is shown on demand. */
export function Folded({ title, hint, open = false, children }: FoldedProps) {
  return (
    <details open={open} className="group surface-card">
      <summary className="-outline-offset-2 flex min-h-13 list-none items-center gap-3 rounded-card px-4 py-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {hint && <span className="block text-ink-soft text-sm">{hint}</span>}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-3 md:px-5">{children}</div>
    </details>
  );
}
