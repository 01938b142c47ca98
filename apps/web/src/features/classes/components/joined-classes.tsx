import { useQuery } from "@tanstack/react-query";
import { classesQuery } from "#features/classes/classes.api.ts";
import { ClassRow } from "#features/classes/components/class-row.tsx";
import { isUnreachable } from "#lib/api-error.ts";
import { failureOf } from "#lib/query-failure.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { rowGrid } from "#ui/row-list.tsx";

/** In milliseconds: this is no screen of classes, so that it asks less often than these. */
const FRESH_FOR = 10 * 60_000;

/**
 * The classes of the user, below the folders; nothing before the first one is created or joined, nor without a network as long as it
 * is not known whether there are any.
 */
export function JoinedClasses() {
  const query = useQuery({ ...classesQuery(), staleTime: FRESH_FOR });
  const { data: classes, error } = query;
  const failed = classes === undefined && error !== null && !isUnreachable(error);
  if (!failed && !classes?.length) return null;
  return (
    <section aria-labelledby="clases" className="mt-8">
      <h2 id="clases" className="mb-2 text-base text-ink-soft">
        Clases
      </h2>
      {failed && <ErrorState title="No se pudieron cargar tus clases" {...failureOf(query)} />}
      <ul className={rowGrid}>
        {classes?.map((one) => (
          <li key={one.id}>
            <ClassRow one={one} level={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}
