import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";

type MoreOptionsProps = {
  /** What is chosen inside, in one line. */
  summary?: string | undefined;
  /** True if something inside must be seen: an error, or what was typed before. */
  needed: boolean;
  children: ReactNode;
};

/** The fields of a form that most students leave as they are. */
export function MoreOptions({ summary, needed, children }: MoreOptionsProps) {
  const [open, setOpen] = useState(needed);
  return (
    <details open={open || needed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
      <summary className="-mx-2 flex min-h-11 list-none items-center gap-3 rounded-control px-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-sm">Más opciones</span>
          {summary && <span className="block text-ink-soft text-sm group-open:hidden">{summary}</span>}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}
