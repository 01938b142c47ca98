import { History } from "lucide-react";
import { Suspense, useState } from "react";
import { useRecentBatches } from "#features/cards/batch/use-recent-batches.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

const RecentChangesDialog = lazyPart(
  async () => (await import("#features/cards/batch/components/recent-changes-dialog.tsx")).RecentChangesDialog,
);

/** Opens the recent batch changes, to undo them after their toast has disappeared. Hidden if nothing can be undone. */
export function RecentChangesButton() {
  const hasChanges = useRecentBatches().length > 0;
  const [open, setOpen] = useState(false);
  return (
    <>
      {hasChanges && (
        <Tooltip label="Últimos cambios">
          <IconButton
            label="Últimos cambios"
            icon={<History />}
            onClick={() => setOpen(true)}
            className="border border-line bg-surface"
          />
        </Tooltip>
      )}
      <Suspense>{open && <RecentChangesDialog open onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
