import { useEffect, useState } from "react";

/** In milliseconds. */
const NOTICE_MS = 2000;

/** Returns whether to show a short notice that a change was saved. `submittedAt` identifies the change. */
export function useSavedNotice(isSuccess: boolean, submittedAt: number): boolean {
  const [dismissedAt, setDismissedAt] = useState(0);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => setDismissedAt(submittedAt), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, submittedAt]);
  return isSuccess && dismissedAt !== submittedAt;
}
