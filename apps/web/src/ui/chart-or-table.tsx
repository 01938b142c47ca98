import { createContext, type ReactNode, useContext } from "react";
import { cx } from "#ui/cx.ts";

const AsTables = createContext(false);

/** Shows all charts inside as tables if `shown` is true. */
export function ChartTables({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <AsTables value={shown}>{children}</AsTables>;
}

type ChartTableProps = {
  caption: string;
  head: readonly string[];
  rows: () => readonly (readonly string[])[];
};

/** A chart, or its data as a table: for screen readers and for exact numbers. */
export function ChartOrTable({ table, children }: { table: ChartTableProps; children: ReactNode }) {
  return useContext(AsTables) ? <ChartTable {...table} /> : children;
}

function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="mt-4 max-h-72 overflow-auto rounded-control border border-line"
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
              <th scope="row" className="min-w-18 px-3 py-1.5 text-left font-normal">
                {name}
              </th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
                <td key={index} className="whitespace-nowrap px-3 py-1.5 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
