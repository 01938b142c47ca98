import { useOffline } from "#lib/use-offline.ts";

/** States in one line what needs a connection, while there is none. */
export function NeedsConnection({ children }: { children: string }) {
  return useOffline() && <p className="mb-4 text-ink-soft text-sm">{children}</p>;
}
