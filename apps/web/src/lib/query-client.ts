import type { QueryClient } from "@tanstack/react-query";
import { createQueryClient } from "#lib/query.ts";
import { handleUnauthorized } from "#lib/session.ts";

/** The cache of the whole app, for the code that is no component. */
export const queryClient: QueryClient = createQueryClient((error) => handleUnauthorized(queryClient, error));
