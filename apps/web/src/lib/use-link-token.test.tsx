import { renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, it } from "vitest";
import { useLinkToken } from "#lib/use-link-token.ts";

const renderLinkToken = () => renderHook(() => useLinkToken(), { wrapper: StrictMode });

it("moves the token out of the address without a history entry, and finds it after a reload", () => {
  window.history.replaceState({ scrollKey: 1 }, "", "/new-password?token=a%2Bb&from=mail");
  const entries = window.history.length;
  const first = renderLinkToken();
  expect(first.result.current).toBe("a+b");
  expect(window.location.href).not.toContain("token");
  expect(window.location.search).toBe("?from=mail");
  expect(window.history.length).toBe(entries);
  expect(window.history.state).toMatchObject({ scrollKey: 1 });
  first.unmount();
  expect(renderLinkToken().result.current).toBe("a+b");
});

it("returns null for an address without a token, even if a link was opened before", () => {
  window.history.replaceState(null, "", "/new-password?token=abc");
  renderLinkToken().unmount();
  window.history.pushState(null, "", "/new-password");
  expect(renderLinkToken().result.current).toBeNull();
  window.history.replaceState(null, "", "/new-password?token=");
  expect(renderLinkToken().result.current).toBeNull();
});
