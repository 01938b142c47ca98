import { useEffect, useState } from "react";
import { takeRatingQuestion } from "#features/feedback/feedback.first-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { useReached } from "#lib/use-offline.ts";
import { isStudyPath, paths } from "#paths.ts";

export const loadRatingDialog = async () =>
  (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

/**
 * Asks the student to rate the app on the first screen after their first completed session: never over its summary, not over the
 * settings, which are opened to do something else, and not while the server cannot be reached, because it takes the rating.
 */
export function RatingQuestion({ path }: { path: string }) {
  const reached = useReached();
  const waits = !reached || isStudyPath(path) || path.startsWith(paths.settings());
  const [open, setOpen] = useState(false);
  const RatingDialog = useLateComponent(open, loadRatingDialog, 0, () => setOpen(false));
  useEffect(() => {
    if (!waits && takeRatingQuestion()) setOpen(true);
  }, [waits]);
  return RatingDialog && <RatingDialog open={open} onOpenChange={setOpen} />;
}
