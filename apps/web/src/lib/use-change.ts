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

/** What the app says about a change, wherever it is made; see `shell/call-outcomes.ts`. */
export type ChangeMeta = {
  /** The toast of a success. */
  success?: string | undefined;
  /** The toast of a failure when the server gave no message; undefined where the screen shows the failure itself. */
  failure?: string | ((error: Error, variables: never) => string | undefined) | undefined;
  /** What was sent, for a form that is to be filled in again after a payment. */
  bodyOf: (variables: never) => unknown;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: Partial<ChangeMeta>;
  }
}

type ChangeOptions<E extends Endpoint, V, Context> = {
  /** What is sent for the variables of a call. */
  input: (variables: V) => CallInput<E>;
  /** Makes the call, where it takes more than sending the input. */
  call?: (variables: V) => Promise<ResponseOf<E>>;
  /**
   * Writes a success into the cache where loading it again would be slow or late. Returns the keys, or beginnings of
   * keys, that are up to date then.
   */
  write?: (queryClient: QueryClient, answer: ResponseOf<E>, variables: V) => readonly QueryKey[];
  success?: string;
  failure?: string | ((error: Error, variables: V) => string | undefined);
} & Pick<
  UseMutationOptions<ResponseOf<E>, Error, V, Context>,
  "scope" | "mutationKey" | "onMutate" | "onSuccess" | "onError" | "onSettled"
>;

/**
 * A mutation that calls an endpoint. After a success it loads again what the endpoint changes. What is told about its
 * outcome, a limit of the free plan and a session that has ended are handled for the whole app in one place.
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
    meta: { success, failure, bodyOf: (variables: V) => (input(variables) as { body?: unknown }).body } as ChangeMeta,
  });
}
