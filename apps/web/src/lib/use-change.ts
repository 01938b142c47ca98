import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import {
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { type CallArguments, callApi } from "#lib/api.ts";
import { invalidateChanged } from "#lib/query.ts";

export type ChangeMeta = {
  success?: string | undefined;
  /** The toast after a failure without a message of the server; undefined if the form shows it instead. */
  failure?: string | ((error: Error, variables: never) => string | undefined) | undefined;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: ChangeMeta;
  }
}

type ChangeOptions<E extends Endpoint, V, Context> = {
  input: (variables: V) => CallInput<E>;
  /** Replaces the call, where it takes more than one request. */
  call?: (variables: V) => Promise<ResponseOf<E>>;
  /**
   * Writes a success into the cache, where reloading would be slow, and returns the keys (or their beginnings) that are
   * up to date then.
   */
  write?: (queryClient: QueryClient, answer: ResponseOf<E>, variables: V) => readonly QueryKey[];
  success?: string;
  failure?: string | ((error: Error, variables: V) => string | undefined);
} & Pick<
  UseMutationOptions<ResponseOf<E>, Error, V, Context>,
  "scope" | "mutationKey" | "onMutate" | "onSuccess" | "onError" | "onSettled"
>;

/**
 * A mutation of an endpoint. Afterwards it reloads what the endpoint `changes`; toasts, limits and a lost session are
 * handled in `shell/call-outcomes.ts`.
 */
export function useChange<E extends Endpoint, V = void, Context = unknown>(
  endpoint: E,
  { input, call, write, success, failure, onSuccess, ...options }: ChangeOptions<E, V, Context>,
) {
  const queryClient = useQueryClient();
  return useMutation<ResponseOf<E>, Error, V, Context>({
    ...options,
    mutationFn: call ?? ((variables) => callApi(endpoint, ...([input(variables)] as unknown as CallArguments<E>))),
    onSuccess: (answer, variables, ...rest) => {
      const upToDate = write?.(queryClient, answer, variables);
      void invalidateChanged(queryClient, endpoint, upToDate);
      return onSuccess?.(answer, variables, ...rest);
    },
    meta: { success, failure },
  });
}
