import { useQuery } from "@tanstack/react-query";
import { folderStatsQuery } from "#features/folders/folders.loading.ts";
import { describeWaiting } from "#lib/waiting-text.ts";

/** States how many cards of a folder exceed today's share; renders nothing without any. */
export function WaitingInFolder({ folderId }: { folderId: number }) {
  const { data: stats } = useQuery(folderStatsQuery(folderId));
  const waiting = stats && describeWaiting(stats);
  return waiting ? <p>{waiting}.</p> : null;
}
