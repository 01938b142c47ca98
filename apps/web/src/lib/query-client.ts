import { createQueryClient } from "#lib/query.ts";

/** The cache of the whole app, for the code that is not a component. */
export const queryClient = createQueryClient();
