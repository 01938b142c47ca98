import { RotateCw } from "lucide-react";
import { keepFocus } from "#lib/page-title.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Shown below a list while more of its cards are being loaded, or could not be. */
export function MoreCards({ failed, onMore }: { failed: boolean; onMore: () => void }) {
  if (!failed) return <Skeleton className="mt-3 h-20 rounded-card" />;
  return (
    <div role="alert" ref={keepFocus} className="mt-4 flex flex-wrap items-center justify-center gap-3 text-ink-soft">
      <p>No se pudieron cargar más cartas.</p>
      <Button variant="outline" icon={<RotateCw />} onClick={onMore}>
        Reintentar
      </Button>
    </div>
  );
}
