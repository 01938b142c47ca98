import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dropDraft, findDraft } from "#features/billing/billing.drafts.ts";

/** What had been typed into a form that the page opens with, because a limit was reached there before a payment. */
export function useDraft(opensForNew: boolean) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => (opensForNew ? findDraft(queryClient) : null));
  const drop = () => {
    setFields(null);
    dropDraft();
  };
  return { fields, drop };
}

/** Whether a page should open its form at once, for the user to find their text again. */
export function useHasDraft(): boolean {
  const queryClient = useQueryClient();
  const [found] = useState(() => findDraft(queryClient) !== null);
  return found;
}
