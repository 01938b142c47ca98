import { describeBatch } from "#features/cards/batch/batch.recent.ts";
import { useUndoBatch } from "#features/cards/batch/use-batch.ts";
import { useRecentBatches } from "#features/cards/batch/use-recent-batches.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, type OpenState } from "#ui/dialog.tsx";

/** Lists the batch changes of the last 24 hours on this device, each with a button to undo it. */
export function RecentChangesDialog(dialog: OpenState) {
  const now = useNow();
  const undo = useUndoBatch();
  const batches = useRecentBatches();
  return (
    <Dialog
      {...dialog}
      title="Últimos cambios"
      description="Lo que hiciste con varias cartas se puede deshacer durante 24 horas."
    >
      {batches.length === 0 && <p className="py-4 text-ink-soft">No queda nada que deshacer.</p>}
      <ul className="divide-y divide-line">
        {batches.map(({ id, action, cards, at }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-1.5">
            <div className="min-w-0 flex-1">
              <p className="tabular font-semibold">{describeBatch(action, cards)}</p>
              <p className="text-ink-soft text-sm">{timeAgo(at, now)}</p>
            </div>
            <Button
              variant="outline"
              size="sm"
              loading={undo.isPending && undo.variables === id}
              onClick={() => undo.mutate(id)}
            >
              Deshacer
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
