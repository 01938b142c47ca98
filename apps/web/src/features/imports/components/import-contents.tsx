import type { ImportPreview } from "@repasa/contract/imports.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { Badge } from "#ui/badge.tsx";
import { Folded } from "#ui/folded.tsx";

/** The folders, and the items that cannot be imported. Both lists are collapsed at first. */
export function ImportContents({ preview: { folders, unsupported } }: { preview: ImportPreview }) {
  const left = unsupported.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {folders.length > 0 && (
        <Folded title={counted(folders.length, "carpeta", "carpetas")}>
          <ul className="divide-y divide-line">
            {folders.map(({ name, cards, existing }) => (
              <li key={name} className="flex min-h-11 items-center gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate" title={name}>
                  {name}
                </span>
                <Badge tone={existing ? "neutral" : "brand"}>{existing ? "Ya existe" : "Nueva"}</Badge>
                <span className="tabular min-w-20 text-right text-ink-soft text-sm">
                  {counted(cards, "carta", "cartas")}
                </span>
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {unsupported.length > 0 && (
        <Folded title={left === 1 ? "1 cosa no se puede traer" : `${formatCount(left)} cosas no se pueden traer`}>
          <ul className="divide-y divide-line">
            {unsupported.map(({ reason, count, sample }) => (
              <li key={reason} className="py-2">
                <p className="flex gap-3">
                  <span className="min-w-0 flex-1">{reason}</span>
                  <span className="tabular text-ink-soft">{formatCount(count)}</span>
                </p>
                {sample !== "" && (
                  <p className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">Por ejemplo: {sample}</p>
                )}
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </>
  );
}
