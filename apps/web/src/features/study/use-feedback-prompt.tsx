import { useState } from "react";
import { awaitsFirstCompletion, takeFirstCompletion } from "#features/study/study.first-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadRatingDialog = async () => (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

/** Loads the question for stars ahead; a failure does not matter, because it is loaded again when it is needed. */
export function preloadFeedbackPrompt(): void {
  if (awaitsFirstCompletion()) loadRatingDialog().catch(() => {});
}

export function useFeedbackPrompt() {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const RatingDialog = useLateComponent(open, loadRatingDialog, () => setOpen(false));
  const askOnce = () => {
    if (!takeFirstCompletion()) return;
    setOpen(true);
    setAsked(true);
  };
  return { asked, askOnce, dialog: RatingDialog && <RatingDialog open={open} onOpenChange={setOpen} /> };
}
