import { act, renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, it } from "vitest";
import { useLinkToken } from "#lib/use-link-token.ts";

const renderLinkToken = () => renderHook(() => useLinkToken(), { wrapper: StrictMode });

it.each([
  ["fragment", "/new-password?from=mail#token=a%2Bb"],
  ["query", "/new-password?token=a%2Bb&from=mail"],
])("moves the token out of the %s without a history entry, and finds it after a reload", (_, address) => {
  window.history.replaceState({ scrollKey: 1 }, "", address);
  const entries = window.history.length;
  const first = renderLinkToken();
  expect(first.result.current).toBe("a+b");
  expect(window.location.href).toMatch(/\/new-password\?from=mail$/);
  expect(window.history.length).toBe(entries);
  expect(window.history.state).toMatchObject({ scrollKey: 1 });
  first.unmount();
  expect(renderLinkToken().result.current).toBe("a+b");
});

it("returns null for an address without a token, even if a link was opened before", () => {
  window.history.replaceState(null, "", "/new-password#token=abc");
  renderLinkToken().unmount();
  window.history.pushState(null, "", "/new-password");
  expect(renderLinkToken().result.current).toBeNull();
  for (const empty of ["?token=", "#token=", "#contenido"]) {
    window.history.replaceState(null, "", `/new-password${empty}`);
    const { result, unmount } = renderLinkToken();
    expect(result.current, empty).toBeNull();
    unmount();
  }
});

it("follows a second link that is opened on the same page, and keeps its token when the page moves elsewhere", async () => {
  window.history.replaceState(null, "", "/new-password#token=first");
  const { result } = renderLinkToken();
  const move = async (fragment: string) => {
    const moved = new Promise((resolve) => window.addEventListener("hashchange", resolve, { once: true }));
    await act(async () => {
      window.location.hash = fragment;
      await moved;
    });
  };
  await move("token=second");
  expect(result.current).toBe("second");
  expect(window.location.href).toMatch(/\/new-password$/);
  await move("contenido");
  expect(result.current).toBe("second");
  expect(window.location.hash).toBe("#contenido");
});
