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

/** Where a form keeps what is being typed; undefined while nobody is known to be signed in. */
export function useDraftKey(place: DraftPlace): string | undefined {
  const user = useQueryClient().getQueryData(userQuery.queryKey);
  return user ? draftKey(user.id, JSON.stringify(place)) : undefined;
}

/** Whether the page begins with a draft, because it was reloaded or left for a payment while something was typed. */
export function useStartsWithDraft(place: DraftPlace): boolean {
  const key = useDraftKey(place);
  const [found] = useState(() => key !== undefined && readDraft(key) !== null);
  return found;
}
