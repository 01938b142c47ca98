import type { ReactNode } from "react";
import { useId } from "react";
import { cx } from "#ui/cx.ts";
import { Link, textLink } from "#ui/link.tsx";

type ChartCardProps = {
  title: string;
  /** Set if a large figure follows, which is to be read first. */
  smallTitle?: boolean | undefined;
  summary?: ReactNode;
  /** A link at the end of the title's line. */
  action?: { href: string; label: string } | undefined;
  className?: string | undefined;
  children?: ReactNode;
};

export function ChartCard({ title, smallTitle = false, summary, action, className, children }: ChartCardProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={cx("surface-card flex min-w-0 flex-col p-4 md:p-5", className)}>
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 id={heading} className={smallTitle ? "font-semibold text-base text-ink-soft" : "text-lg"}>
            {title}
          </h2>
          {action && (
            // In large text it has a line of its own, where its height must not lie over the next one.
            <Link
              href={action.href}
              className={cx(textLink, "-my-2.5 flex min-h-11 items-center text-sm @max-[14rem]:my-0")}
            >
              {action.label}
            </Link>
          )}
        </div>
      </div>
      {summary && <p className="mt-1 text-ink-soft">{summary}</p>}
      {children}
    </section>
  );
}

/** Describes the element under the pointer. An empty line reserves the space, so that the layout does not shift. */
export function Readout({ children }: { children: string | null }) {
  return (
    <p aria-hidden className="tabular mt-2 min-h-5 text-ink-soft text-sm">
      {children}
    </p>
  );
}
