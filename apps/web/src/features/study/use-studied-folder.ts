import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#features/folders/folders.loading.ts";

/** Loads the folders only once: every rating makes them stale, but a session should not load them again after each. */
export function useStudiedFolder(id: number): Folder | undefined {
  const { data } = useQuery({ ...foldersQuery(), enabled: ({ state }) => state.data === undefined });
  return data?.find((folder) => folder.id === id);
}
