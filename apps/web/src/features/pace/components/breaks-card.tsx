import type { BreakDays } from "@repasa/contract/pace.ts";
import { useQuery } from "@tanstack/react-query";
import { TreePalm } from "lucide-react";
import { useState } from "react";
import { breaksQuery, useEndBreak } from "#features/pace/pace.api.ts";
import { describeBreak, formatBreak } from "#features/pace/pace.wording.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { failureOf } from "#lib/query-failure.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const HEADING = "pausas";

const loadDialog = async () => (await import("#features/pace/components/break-dialog.tsx")).BreakDialog;

export function BreaksCard() {
  const today = useToday();
  const [open, setOpen] = useState(false);
  const BreakDialog = useLateDialog(open, loadDialog, () => setOpen(false));
  const query = useQuery(breaksQuery());
  const { data: breaks, isError } = query;
  return (
    <section aria-labelledby={HEADING} className="surface-card p-4 md:p-5">
      <h2 ref={useLinkTarget(`#${HEADING}`)} id={HEADING} tabIndex={-1} className="mb-1 text-lg">
        Pausas
      </h2>
      <p className="text-ink-soft text-sm">Descansa: tu racha espera, sin correos.</p>
      {breaks && <BreakList breaks={breaks.filter(({ to }) => to >= today)} today={today} />}
      {isError && <LoadFailure what="tus pausas" {...failureOf(query)} />}
      <Button variant="outline" icon={<TreePalm aria-hidden />} onClick={() => setOpen(true)} className="mt-4">
        Me voy unos días
      </Button>
      {BreakDialog && <BreakDialog open={open} onOpenChange={setOpen} today={today} />}
    </section>
  );
}

function BreakList({ breaks, today }: { breaks: readonly BreakDays[]; today: string }) {
  const end = useEndBreak();
  if (breaks.length === 0) return null;
  return (
    <ul aria-labelledby={HEADING} className="mt-2 divide-y divide-line">
      {breaks.map((one) => {
        const action = one.from <= today ? "Terminar hoy" : "Quitar";
        return (
          <li key={one.from} className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-44">
              <p className="font-semibold first-letter:uppercase">{formatBreak(one)}</p>
              <p className="tabular text-ink-soft text-sm">{describeBreak(one, today)}</p>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={`${action}: pausa ${formatBreak(one)}`}
              disabled={end.isPending}
              onClick={() => {
                // The button disappears with its row, so the focus is moved first.
                document.getElementById(HEADING)?.focus();
                end.mutate(one);
              }}
            >
              {action}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
