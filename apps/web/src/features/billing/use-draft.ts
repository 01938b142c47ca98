import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dropDraft, findDraft } from "#features/billing/billing.drafts.ts";

/** The text of a form that the page opens with, kept when a limit was reached there before a payment. */
export function useDraft(opensForNew: boolean) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => (opensForNew ? findDraft(queryClient) : null));
  const drop = () => {
    setFields(null);
    dropDraft();
  };
  return { fields, drop };
}

export function useHasDraft(): boolean {
  const queryClient = useQueryClient();
  const [found] = useState(() => findDraft(queryClient) !== null);
  return found;
}
