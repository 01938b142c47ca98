import type { ComponentProps } from "react";
import { isUnreachable } from "#lib/api-error.ts";
import { useOffline } from "#lib/use-offline.ts";
import { ErrorState } from "#ui/error-state.tsx";

type LoadFailureProps = ComponentProps<typeof ErrorState> & {
  /** States in one line that this needs a connection. */
  offline: string;
};

/** Shows why something could not be loaded. Without a connection that is one line, because it loads as soon as there is one. */
export function LoadFailure({ offline, ...failure }: LoadFailureProps) {
  const isOffline = useOffline();
  if (!isOffline || !isUnreachable(failure.error)) return <ErrorState {...failure} />;
  return <p className="text-balance py-4 text-ink-soft">{offline}</p>;
}
