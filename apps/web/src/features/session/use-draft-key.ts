import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { userQuery } from "#features/session/session.user.ts";
import { draftKey, readDraft } from "#lib/drafts.ts";

type DraftPlace =
  | { card: number }
  | { newCardIn: number }
  | { folder: number }
  | "newFolder"
  | { exam: number }
  | { newExamOf: number | null }
  | "newBreak";

/** Returns the key under which a form stores its draft; undefined while no signed-in user is known. */
export function useDraftKey(place: DraftPlace): string | undefined {
  const user = useQueryClient().getQueryData(userQuery.queryKey);
  return user ? draftKey(user.id, JSON.stringify(place)) : undefined;
}

/**
 * Returns whether a draft existed on first render, because the page was reloaded or left for a payment while typing.
 */
export function useStartsWithDraft(place: DraftPlace): boolean {
  const key = useDraftKey(place);
  const [found] = useState(() => key !== undefined && readDraft(key) !== null);
  return found;
}
