import type { CardImport, ImportStatus } from "@repasa/contract/imports.ts";
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { importQuery, reloadAfterImport } from "#features/imports/imports.api.ts";
import { computePollDelay, computeRetryDelay } from "#features/imports/imports.polling.ts";
import { formatOutcome } from "#features/imports/imports.wording.ts";
import { ApiError } from "#lib/api-error.ts";
import { paths, withQuery } from "#paths.ts";
import { toast } from "#ui/toast.ts";

const WORKING: readonly ImportStatus[] = ["reading", "running", "undoing"];

/** Returns whether the server is processing the import. Otherwise its status only changes by an action of the user. */
export function isWorking(status: ImportStatus): boolean {
  return WORKING.includes(status);
}

export function buildImportPath(id: string): string {
  return withQuery(paths.import(), { import: id });
}

const watched = new Map<string, () => void>();

/**
 * Polls an import until the server has processed it, whichever screen is shown. On screens other than the import page a
 * toast then reports the outcome.
 */
export function watchImport(queryClient: QueryClient, id: string): void {
  if (watched.has(id)) return;
  const nextDelay = createDelays();
  const observer = new QueryObserver(queryClient, {
    ...importQuery(id),
    staleTime: 0,
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => nextDelay(state.data, state.errorUpdatedAt, state.dataUpdatedAt),
  });
  const stop = observer.subscribe(({ data, error, isFetching }) => {
    if (isPermanent(error)) end();
    else if (data && !isFetching && !isWorking(data.status)) {
      end();
      void reloadAfterImport(queryClient, id);
      notifyOutcome(data);
    }
  });
  const end = () => {
    watched.delete(id);
    // Deferred, because an observer must not unsubscribe while it is being notified.
    setTimeout(stop);
  };
  watched.set(id, stop);
}

/** Stops all polling. Tests call it, because no timers may be left at their end. */
export function stopWatching(): void {
  for (const stop of watched.values()) stop();
  watched.clear();
}

/** Returns true for errors that a retry cannot resolve, such as a missing session or an import of another user. */
function isPermanent(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function createDelays() {
  let status: ImportStatus | undefined;
  let requests = 0;
  return (data: CardImport | undefined, failedAt: number, answeredAt: number): number | false => {
    if (data && !isWorking(data.status)) return false;
    if (failedAt > answeredAt) return computeRetryDelay(failedAt - answeredAt);
    requests = data?.status === status ? requests + 1 : 0;
    status = data?.status;
    return computePollDelay(requests);
  };
}

function notifyOutcome(done: CardImport): void {
  if (window.location.pathname === paths.import()) return;
  const text = formatOutcome(done);
  if (text === null) return;
  toast({
    description: text,
    variant: done.status === "failed" ? "error" : done.status === "done" ? "success" : "default",
    action: { label: "Ver", onClick: () => navigate(buildImportPath(done.id)) },
  });
}
