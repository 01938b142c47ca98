import { useSyncExternalStore } from "react";
import { readConnection, subscribeConnection } from "#lib/connection.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { paths } from "#paths.ts";
import { useReconnection } from "#shell/use-reconnection.ts";

const time = new Intl.DateTimeFormat("es", { hour: "2-digit", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

const loadUnsentChanges = async () => (await import("#features/device/components/device-changes.tsx")).UnsentChanges;

/**
 * States that there is no connection, and at what time the figures on the screen were current; on Home, also what waits to be
 * sent.
 */
export function ConnectionLine({ path }: { path: string }) {
  const { offline, reachedAt } = useSyncExternalStore(subscribeConnection, readConnection);
  const showsChanges = offline && (path === paths.home() || path === paths.dashboard());
  useReconnection(offline);
  const UnsentChanges = useLateComponent(showsChanges, loadUnsentChanges);
  return (
    <div className="mb-2 text-center empty:hidden has-[>p:empty:only-child]:hidden">
      <p role="status" className="tabular text-ink-soft text-xs empty:hidden">
        {offline && `Sin conexión${reachedAt === null ? "" : ` · datos de ${describe(new Date(reachedAt))}`}`}
      </p>
      {showsChanges && UnsentChanges && <UnsentChanges />}
    </div>
  );
}

function describe(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? `las ${time.format(at)}` : `${dayAndTime.format(at)}`;
}
