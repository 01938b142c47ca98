import type { QueryClient } from "@tanstack/react-query";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { createQueryClient } from "#lib/query.ts";

/** The cache of the whole app, for the code that is no component. */
export const queryClient: QueryClient = createQueryClient((error) => handleUnauthorized(queryClient, error));
