import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { useReconnection } from "./use-reconnection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Reconnecting() {
  useReconnection();
  return null;
}

it("reads the screen again once the server answers, but not without end while it answers only some calls", () => {
  fakeApi();
  const client = new QueryClient();
  const reload = vi.spyOn(client, "invalidateQueries");
  const loseAndFind = () => {
    noteUnreached();
    const { unmount } = render(<Reconnecting />, {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    noteReached();
    unmount();
  };
  loseAndFind();
  expect(reload).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 20; time++) loseAndFind();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});
