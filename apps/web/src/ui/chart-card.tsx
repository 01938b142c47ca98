import type { ReactNode } from "react";
import { useId, useState } from "react";
import { cx } from "#ui/cx.ts";

type ChartCardProps = {
  title: string;
  summary?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export function ChartCard({ title, summary, className, children }: ChartCardProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={cx("surface-card flex min-w-0 flex-col p-4 md:p-5", className)}>
      <h2 id={heading} className="text-lg">
        {title}
      </h2>
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

type ChartTableProps = {
  caption: string;
  head: readonly string[];
  rows: () => readonly (readonly string[])[];
};

/** Shows the data of a chart as a table, for screen readers and for exact numbers. */
export function ChartTable({ caption, head, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="-mb-2 mt-auto pt-1 open:mb-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-1 w-fit rounded-sm px-1 py-2.5 font-semibold text-brand-ink text-sm">
        Ver como tabla
      </summary>
      {open && (
        <section
          aria-label={caption}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-control border border-line"
        >
          <table className="tabular w-full text-sm">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {head.map((name, index) => (
                  <th
                    key={name}
                    scope="col"
                    className={cx(
                      "sticky top-0 bg-sunken px-3 py-2 font-semibold",
                      index === 0 ? "text-left" : "text-right",
                    )}
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([name = "", ...values]) => (
                <tr key={name} className="border-line border-t">
                  <th scope="row" className="px-3 py-1.5 text-left font-normal">
                    {name}
                  </th>
                  {values.map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
                    <td key={index} className="px-3 py-1.5 text-right">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
