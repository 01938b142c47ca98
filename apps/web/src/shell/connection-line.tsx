import { useSyncExternalStore } from "react";
import { readConnection, subscribeConnection } from "#lib/connection.ts";

const time = new Intl.DateTimeFormat("es", { hour: "2-digit", minute: "2-digit" });
const dayAndTime = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });

/** States that there is no connection, and at what time the figures on the screen were current. */
export function ConnectionLine() {
  const { offline, reachedAt } = useSyncExternalStore(subscribeConnection, readConnection);
  return (
    <p role="status" className="tabular text-center text-ink-soft text-xs empty:hidden">
      {offline && `Sin conexión${reachedAt === null ? "" : ` · datos de ${describe(new Date(reachedAt))}`}`}
    </p>
  );
}

function describe(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? `las ${time.format(at)}` : `${dayAndTime.format(at)}`;
}
