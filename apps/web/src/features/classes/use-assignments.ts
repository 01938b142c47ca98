import type { Assignment } from "@repasa/contract/classes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { assignmentsQuery } from "#features/classes/classes.api.ts";
import { invalidateChanged } from "#lib/query.ts";

/** In milliseconds: the folders of an assignment exist within half a minute. */
const ARRIVAL_DELAY = 3000;
const MAX_ASKED = 20;

const awaitsFolders = (assignments: readonly Assignment[] = []) =>
  assignments.some(({ folderIds }) => folderIds.length === 0);

/** Asks for the assignments of a class until a student's folders have arrived, and then shows these everywhere. */
export function useAssignments(classId: number) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...assignmentsQuery(classId),
    refetchInterval: ({ state }) => awaitsFolders(state.data) && state.dataUpdateCount < MAX_ASKED && ARRIVAL_DELAY,
  });
  const awaited = useRef(false);
  const isAwaiting = awaitsFolders(query.data);
  useEffect(() => {
    if (awaited.current && !isAwaiting) void invalidateChanged(queryClient, { changes: ["folders", "cards", "exams"] });
    awaited.current = isAwaiting;
  }, [queryClient, isAwaiting]);
  return query;
}
