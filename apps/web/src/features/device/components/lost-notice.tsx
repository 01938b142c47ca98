import { describeCounts, forgetLost } from "#features/device/device.lost.ts";
import type { EntryCounts } from "#features/device/edits/edits.kinds.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { Button } from "#ui/button.tsx";

type LostNoticeProps = { userId: number; lost: EntryCounts; onSeen: () => void };

/** Names what this device had to give up when the session ended before it was sent. */
export function LostNotice({ userId, lost, onSeen }: LostNoticeProps) {
  const dismiss = async () => {
    focusPageTitle();
    await forgetLost(userId);
    onSeen();
  };
  return (
    <div className="mb-2 flex flex-wrap items-center justify-center gap-x-2 text-ink-soft text-xs">
      <p className="text-center">Tu sesión terminó antes de enviarlo y no se pudo guardar: {describeCounts(lost)}.</p>
      <Button variant="ghost" size="sm" onClick={() => void dismiss()}>
        Entendido
      </Button>
    </div>
  );
}
