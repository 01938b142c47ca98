import { useState } from "react";
import { claimFirstCompletion, isFirstCompletionPending } from "#features/study/study.first-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadRatingDialog = async () => (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

/** Loads the dialog that asks for a star rating in advance. After a failure it is loaded when it is needed. */
export function preloadFeedbackPrompt(): void {
  if (isFirstCompletionPending()) loadRatingDialog().catch(() => {});
}

export function useFeedbackPrompt() {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const RatingDialog = useLateComponent(open, loadRatingDialog, 0, () => setOpen(false));
  const askOnce = () => {
    if (!claimFirstCompletion()) return;
    setOpen(true);
    setAsked(true);
  };
  return { asked, askOnce, dialog: RatingDialog && <RatingDialog open={open} onOpenChange={setOpen} /> };
}
