import type { CardImport, ImportStatus } from "@repasa/contract/imports.ts";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { importQuery, reloadAfterImport } from "#features/imports/imports.api.ts";
import { pauseAfter, pauseAfterFailure } from "#features/imports/imports.polling.ts";
import { outcomeText } from "#features/imports/imports.wording.ts";
import { ApiError } from "#lib/api-error.ts";
import { paths, withQuery } from "#paths.ts";
import { toast } from "#ui/toast.ts";

const WORKING: readonly ImportStatus[] = ["reading", "running", "undoing"];

/** Whether the server is at work on it; otherwise it stays as it is until somebody says what to do. */
export function isWorking(status: ImportStatus): boolean {
  return WORKING.includes(status);
}

export function importAddress(id: string): string {
  return withQuery(paths.import(), { import: id });
}

const watched = new Map<string, () => void>();

/**
 * Asks how an import is getting on until the server has done its part, whichever screen is shown, and says so where it
 * does not show by itself.
 */
export function watchImport(queryClient: QueryClient, id: string): void {
  if (watched.has(id)) return;
  const pause = pauses();
  const observer = new QueryObserver(queryClient, {
    ...importQuery(id),
    staleTime: 0,
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => pause(state.data, state.errorUpdatedAt, state.dataUpdatedAt),
  });
  const stop = observer.subscribe(({ data, error, isFetching }) => {
    if (isGone(error)) end();
    else if (data && !isFetching && !isWorking(data.status)) {
      end();
      void reloadAfterImport(queryClient, id);
      tell(data);
    }
  });
  const end = () => {
    watched.delete(id);
    // Later, because an observer may not leave in the middle of its own news.
    setTimeout(stop);
  };
  watched.set(id, stop);
}

/** For tests, between which no timers may be left. */
export function stopWatching(): void {
  for (const stop of watched.values()) stop();
  watched.clear();
}

/** Without a session, or when it is somebody else's, it never ends. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function pauses() {
  let status: ImportStatus | undefined;
  let asked = 0;
  return (data: CardImport | undefined, failedAt: number, answeredAt: number): number | false => {
    if (data && !isWorking(data.status)) return false;
    if (failedAt > answeredAt) return pauseAfterFailure(failedAt - answeredAt);
    asked = data?.status === status ? asked + 1 : 0;
    status = data?.status;
    return pauseAfter(asked);
  };
}

function tell(done: CardImport): void {
  if (window.location.pathname === paths.import()) return;
  const text = outcomeText(done);
  if (text === null) return;
  toast({
    description: text,
    variant: done.status === "failed" ? "error" : done.status === "done" ? "success" : "default",
    action: { label: "Ver", onClick: () => navigate(importAddress(done.id)) },
  });
}
