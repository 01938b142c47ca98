import { useEffect, useState } from "react";
import { takeRatingQuestion } from "#features/feedback/feedback.first-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

export const loadRatingDialog = async () =>
  (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

/** Asks the student to rate the app on the first screen after their first completed session, never over its summary. */
export function RatingQuestion({ studying }: { studying: boolean }) {
  const [open, setOpen] = useState(false);
  const RatingDialog = useLateComponent(open, loadRatingDialog, 0, () => setOpen(false));
  useEffect(() => {
    if (!studying && takeRatingQuestion()) setOpen(true);
  }, [studying]);
  return RatingDialog && <RatingDialog open={open} onOpenChange={setOpen} />;
}
