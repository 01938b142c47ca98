import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SIGNING_OUT } from "#features/session/session.expiry.ts";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { useReconnection } from "./use-reconnection.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Reconnecting() {
  useReconnection();
  return null;
}

it("asks for nothing when the end of the session is the first call that is answered again", () => {
  fakeApi();
  const client = new QueryClient();
  const reload = vi.spyOn(client, "invalidateQueries");
  noteUnreached();
  const { unmount } = render(<Reconnecting />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const signOut = client
    .getMutationCache()
    .build(client, { mutationKey: SIGNING_OUT, mutationFn: () => new Promise(() => {}) });
  void signOut.execute(undefined);
  noteReached();
  unmount();
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

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
