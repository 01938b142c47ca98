import type { Folder } from "@repasa/contract/folders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isPulledByItself, pullByItself } from "#features/sharing/following/following.pulling.ts";

/** Pulls a followed folder once when it is opened. Returns whether what is new does not fit into the account. */
export function useAutomaticPull(folder: Folder): boolean {
  const queryClient = useQueryClient();
  const [isFull, setIsFull] = useState(false);
  const [opened] = useState(folder);
  useEffect(() => {
    if (isPulledByItself(opened)) void pullByItself(queryClient, opened).then(setIsFull);
  }, [queryClient, opened]);
  return isFull;
}
