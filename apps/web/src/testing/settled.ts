import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { act, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";

/**
 * Waits until no query (that matches the filters), mutation or dynamic import is pending: what is not on screen then
 * will not appear without another event.
 */
export async function settled(queryClient: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await waitFor(() => expect([queryClient.isFetching(filters), queryClient.isMutating()]).toEqual([0, 0]));
  await act(() => vi.dynamicImportSettled());
}
