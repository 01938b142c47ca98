import { useEffect, useState } from "react";

/** How long it says that a change was saved, in milliseconds. */
const SHOWN = 2000;

/** Whether to say that the last change was saved: for a while after each that was. */
export function useSavedNotice(isSuccess: boolean, submittedAt: number): boolean {
  const [told, setTold] = useState(0);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => setTold(submittedAt), SHOWN);
    return () => clearTimeout(timer);
  }, [isSuccess, submittedAt]);
  return isSuccess && told !== submittedAt;
}
