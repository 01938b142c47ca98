import type { ComponentProps } from "react";
import { isUnreachable } from "#lib/api-error.ts";
import { capitalize } from "#lib/capitalize.ts";
import { useOffline } from "#lib/use-offline.ts";
import { ErrorState } from "#ui/error-state.tsx";

type Texts = {
  title: string;
  /** States in one line that this needs a connection. */
  offline: string;
};

type LoadFailureProps = Omit<ComponentProps<typeof ErrorState>, "title"> &
  (
    | Texts
    /** What could not be loaded, with its article or `tu`, as in `la clase` or `tus exámenes`. */
    | { what: string }
  );

/** Shows why something could not be loaded. Without a connection that is one line, because it loads as soon as there is one. */
export function LoadFailure(props: LoadFailureProps) {
  const isOffline = useOffline();
  const { title, offline, ...failure } = "what" in props ? nameUnloaded(props) : props;
  if (!isOffline || !isUnreachable(failure.error)) return <ErrorState title={title} {...failure} />;
  return <p className="text-balance py-4 text-ink-soft">{offline}</p>;
}

function nameUnloaded<Rest>({ what, ...rest }: Rest & { what: string }) {
  const [could, seen] = /^\S+s /.test(what) ? ["pudieron", "verán"] : ["pudo", "verá"];
  return {
    ...rest,
    title: `No se ${could} cargar ${what}`,
    offline: `${capitalize(what)} se ${seen} cuando haya conexión.`,
  };
}
