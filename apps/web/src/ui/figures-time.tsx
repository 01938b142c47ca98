import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { useEffect, useState } from "react";
import { ofMoment } from "#lib/moment-wording.ts";
import { findOldestResponse } from "#lib/oldest-response.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { useOffline } from "#lib/use-offline.ts";

/**
 * States, while there is no connection, at what time figures were current that only the server can compute.
 *
 * @param calls Those that give the figures, constant ones; the oldest response counts.
 */
export function FiguresTime({ calls }: { calls: readonly (readonly [ClientEndpoint, AnyInput])[] }) {
  const isOffline = useOffline();
  const [at, setAt] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    if (isOffline) void findOldestResponse(calls).then((time) => isCurrent && setAt(time));
    return () => {
      isCurrent = false;
    };
  }, [isOffline, calls]);
  if (!isOffline || at === undefined) return null;
  return <p className="tabular mb-4 text-ink-soft text-sm">{`Cifras ${ofMoment(new Date(at))}`}</p>;
}
