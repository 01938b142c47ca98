import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** In milliseconds: starts after the first screen has loaded. */
const DELAY_MS = 3000;

export function useIdleStart(userId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let left = false;
    let stop: (() => void) | undefined;
    const timer = setTimeout(async () => {
      // Without a network, the next start does it.
      const idle = await import("#shell/idle-start.ts").catch(() => null);
      if (!left) stop = idle?.startInIdleTime(queryClient, userId);
    }, DELAY_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queryClient, userId]);
}
