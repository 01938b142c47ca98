type Query = { error: unknown; isFetching: boolean; refetch: () => unknown };
type QueryFailure = { error: unknown; onRetry: () => void; retrying: boolean };

/** Returns what `ErrorState` and `LoadFailure` need in order to state why queries failed and to retry those that did. */
export function failureOf(...queries: readonly Query[]): QueryFailure {
  const failed = queries.filter(({ error }) => error);
  return {
    error: failed[0]?.error,
    onRetry: () => {
      for (const query of failed) void query.refetch();
    },
    retrying: queries.some(({ isFetching }) => isFetching),
  };
}
