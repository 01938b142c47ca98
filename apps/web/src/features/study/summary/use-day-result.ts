import type { UserStats } from "@repasa/contract/stats.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { useOutboxStatus } from "#features/device/use-outbox.ts";
import { useUser } from "#features/session/use-session.ts";
import { nearDaysQuery, userStatsQuery } from "#features/stats/stats.api.ts";
import { useOffline } from "#lib/use-offline.ts";

/** In milliseconds. Without a network the student is told sooner, by the status of the outbox. */
const DELIVERY_TIMEOUT = 10_000;

/**
 * Returns the student's figures once the server has all ratings of the session, and the days around today are loaded
 * too; without a connection, the figures of this device, which contain the ratings. Undefined while they are loading; null
 * if they cannot be loaded now.
 */
export function useDayResult(): UserStats | null | undefined {
  const { id } = useUser();
  const { waiting, late } = useOutboxStatus(id);
  const [flushed, setFlushed] = useState(false);
  useEffect(() => {
    let current = true;
    // The status does not count a rating until it is stored, a moment after the summary appears.
    void connectOutbox(id)
      .flush(DELIVERY_TIMEOUT)
      .then(() => current && setFlushed(true));
    return () => {
      current = false;
    };
  }, [id]);
  const isOffline = useOffline();
  const isHere = late && isOffline;
  const behaviour = { staleTime: 0, enabled: isHere || (flushed && waiting === 0) };
  const stats = useQuery({ ...userStatsQuery(), ...behaviour });
  const days = useQuery({ ...nearDaysQuery(), ...behaviour });
  if (isFresh(stats) && isFresh(days)) return stats.data;
  return (late && !isHere) || stats.isError || days.isError ? null : undefined;
}

/** Data from before the session is not shown, because the figures would change under the student's eyes. */
function isFresh<T>({ isFetchedAfterMount, isSuccess }: UseQueryResult<T>): boolean {
  return isFetchedAfterMount && isSuccess;
}
