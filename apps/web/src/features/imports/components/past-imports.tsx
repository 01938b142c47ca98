import type { CardImport } from "@repasa/contract/imports.ts";
import { useState } from "react";
import { UndoImport } from "#features/imports/components/import-outcome.tsx";
import { buildImportPath } from "#features/imports/imports.watch.ts";
import { formatImported, formatSourceName, formatStatus } from "#features/imports/imports.wording.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

type PastImportsProps = { imports: readonly CardImport[]; onUndoing: (importId: string) => void };

/** Lists the earlier imports, including those that are not started or not finished. */
export function PastImports({ imports, onUndoing }: PastImportsProps) {
  const now = useNow();
  const [question, setQuestion] = useState<{ id: string; open: boolean } | null>(null);
  const listed = imports.filter(({ status }) => status !== "cancelled");
  if (listed.length === 0) return null;
  return (
    <section aria-labelledby="anteriores" className="mt-8">
      <h2 id="anteriores" className="mb-2 text-base text-ink-soft">
        Importaciones anteriores
      </h2>
      <ul className="surface-card divide-y divide-line">
        {listed.map((one) => (
          <li key={one.id} className="flex min-h-14 items-center gap-3 px-4 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold" title={formatSourceName(one)}>
                {formatSourceName(one)}
              </p>
              <p className="tabular text-ink-soft">{[describeStatus(one), timeAgo(one.createdAt, now)].join(" · ")}</p>
            </div>
            {one.status === "done" && one.format !== "share" && (
              <Button size="sm" variant="outline" onClick={() => setQuestion({ id: one.id, open: true })}>
                Deshacer
              </Button>
            )}
            {(one.status === "ready" || one.status === "running" || one.status === "reading") && (
              <ButtonLink size="sm" variant="outline" href={buildImportPath(one.id)}>
                {one.status === "ready" ? "Continuar" : "Ver"}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {question && (
        <UndoImport
          importId={question.id}
          open={question.open}
          onOpenChange={(open) => setQuestion({ ...question, open })}
          onUndoing={onUndoing}
        />
      )}
    </section>
  );
}

function describeStatus({ status, result }: CardImport): string {
  if (status === "done" && result) return formatImported(result);
  return formatStatus(status);
}
