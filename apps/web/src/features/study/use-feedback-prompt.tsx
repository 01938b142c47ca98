import { useState } from "react";
import { awaitsFirstCompletion, takeFirstCompletion } from "#features/study/study.first-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadRatingDialog = async () => (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

/** The question for stars after the first completed session on this device. */
export function useFeedbackPrompt() {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const RatingDialog = useLateComponent(open, loadRatingDialog, () => setOpen(false));
  return {
    asked,
    dialog: RatingDialog && <RatingDialog open={open} onOpenChange={setOpen} />,
    askOnce: () => {
      if (!takeFirstCompletion()) return;
      setOpen(true);
      setAsked(true);
    },
    preload,
  };
}

function preload(): void {
  // A failure does not matter yet: the dialog is loaded again when it is needed.
  if (awaitsFirstCompletion()) loadRatingDialog().catch(() => {});
}
