import { createQueryClient } from "#lib/query.ts";

export const queryClient = createQueryClient();
