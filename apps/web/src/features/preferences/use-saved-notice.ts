import { useEffect, useState } from "react";

/** In milliseconds. */
const SHOWN = 2000;

export function useSavedNotice(isSuccess: boolean, submittedAt: number): boolean {
  const [told, setTold] = useState(0);
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => setTold(submittedAt), SHOWN);
    return () => clearTimeout(timer);
  }, [isSuccess, submittedAt]);
  return isSuccess && told !== submittedAt;
}
