import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import {
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { callApi } from "#lib/api.ts";
import { invalidateChanged } from "#lib/query.ts";
import type { CallArguments } from "#lib/server-calls.ts";

type ChangeMeta = {
  success?: string | undefined;
  /** The toast after a failure if the server sends no message; undefined if the form shows the failure instead. */
  failure?: string | ((error: Error, variables: never) => string | undefined) | undefined;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: ChangeMeta;
  }
}

/** `call` replaces the call of the endpoint where more than one request is needed. */
type ChangeCall<E extends Endpoint, V> =
  | { input: (variables: V) => CallInput<E>; call?: (variables: V) => Promise<ResponseOf<E>> }
  | { input?: never; call: (variables: V) => Promise<ResponseOf<E>> };

type ChangeOptions<E extends Endpoint, V, Context> = ChangeCall<E, V> & {
  /**
   * Writes the response of a success into the cache where reloading would be slow. Returns the keys, or prefixes of
   * keys, that are up to date afterwards.
   */
  write?: (queryClient: QueryClient, response: ResponseOf<E>, variables: V) => readonly QueryKey[];
  success?: string;
  failure?: string | ((error: Error, variables: V) => string | undefined);
} & Pick<
    UseMutationOptions<ResponseOf<E>, Error, V, Context>,
    "scope" | "mutationKey" | "onMutate" | "onSuccess" | "onError" | "onSettled"
  >;

/**
 * Creates a mutation that calls an endpoint and then reloads what the endpoint `changes`. Toasts, limits and a lost
 * session are handled in `shell/call-outcomes.ts`.
 */
export function useChange<E extends Endpoint, V = void, Context = unknown>(
  endpoint: ClientEndpoint<E>,
  { input, call, write, success, failure, onSuccess, ...options }: ChangeOptions<E, V, Context>,
) {
  const queryClient = useQueryClient();
  const callOnce = (variables: V) => callApi(endpoint, ...([input?.(variables)] as unknown as CallArguments<E>));
  return useMutation<ResponseOf<E>, Error, V, Context>({
    ...options,
    mutationFn: call ?? callOnce,
    onSuccess: (response, variables, ...rest) => {
      const upToDate = write?.(queryClient, response, variables);
      void invalidateChanged(queryClient, endpoint, upToDate);
      return onSuccess?.(response, variables, ...rest);
    },
    meta: { success, failure },
  });
}
