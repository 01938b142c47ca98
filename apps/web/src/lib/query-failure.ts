type Query = { error: unknown; isFetching: boolean; refetch: () => unknown };
type QueryFailure = { error: unknown; onRetry: () => void; retrying: boolean };

/** Returns what `ErrorState` and `LoadFailure` need in order to state why a query failed and to retry it. */
export function failureOf(query: Query): QueryFailure {
  return { error: query.error, onRetry: () => void query.refetch(), retrying: query.isFetching };
}
