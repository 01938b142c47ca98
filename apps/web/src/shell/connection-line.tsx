import { ofMoment } from "#lib/moment-wording.ts";
import { readReachedAt } from "#lib/reached-at.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { useReconnection } from "#shell/use-reconnection.ts";

/** Loaded apart from this line, so that the first question of a start without a network does not wait for it. */
const loadUnsentEdits = async () => (await import("#features/device/components/device-edits.tsx")).UnsentEdits;

/**
 * States that there is no connection, and at what time the figures on the screen were current; on Home, also what waits to be
 * sent. Rendered while there is no connection.
 */
export function ConnectionLine({ isHome }: { isHome: boolean }) {
  useReconnection();
  const UnsentEdits = useLateComponent(isHome, loadUnsentEdits);
  const reachedAt = readReachedAt();
  return (
    <div className="mb-2 text-center">
      <p role="status" className="tabular text-ink-soft text-xs">
        {`Sin conexión${reachedAt === null ? "" : ` · datos ${ofMoment(new Date(reachedAt))}`}`}
      </p>
      {isHome && UnsentEdits && <UnsentEdits />}
    </div>
  );
}
