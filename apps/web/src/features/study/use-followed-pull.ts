import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";

/**
 * Takes what the author of a followed folder has changed, in the background. A running session learns of it as of any other change:
 * the card that is asked stays as it is.
 */
export function useFollowedPull(folderId: number | null): void {
  const queryClient = useQueryClient();
  const folder = useStudiedFolder(folderId ?? 0);
  const isFollowed = Boolean(folder?.follows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session, although the folder changes
  useEffect(() => {
    if (!folder || !isFollowed) return;
    void import("#features/sharing/following/following.pulling.ts").then(
      ({ pullStudied }) => pullStudied(queryClient, folder),
      // Its code is loaded with the next visit.
      () => {},
    );
  }, [isFollowed]);
}
