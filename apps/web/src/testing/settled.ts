import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { act, waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";

/**
 * Waits until nothing is under way that could still change the screen: no query (of those that the filters choose), no
 * mutation, and no code that is being loaded. What is not there then does not come.
 */
export async function settled(queryClient: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await waitFor(() => expect([queryClient.isFetching(filters), queryClient.isMutating()]).toEqual([0, 0]));
  await act(() => vi.dynamicImportSettled());
}
