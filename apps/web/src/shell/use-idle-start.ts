import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** In milliseconds: starts after the first screen has loaded. */
const DELAY_MS = 2000;

export function useIdleStart(userId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stop = () => {};
    let stopped = false;
    const start = async () => {
      const { startInIdleTime } = await import("#shell/idle-start.ts");
      if (!stopped) stop = startInIdleTime(queryClient, userId);
    };
    // Without a network, the next start does it.
    const timer = setTimeout(() => void start().catch(() => {}), DELAY_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
      stop();
    };
  }, [queryClient, userId]);
}
