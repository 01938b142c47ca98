import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useFound } from "#lib/use-found.ts";

it("useFound returns a thing as it was when its editor opened", () => {
  const thing = (text: string, id = 1) => ({ id, text });
  const { result, rerender } = renderHook(({ open, shown }) => useFound(open, shown), {
    initialProps: { open: false, shown: thing("a") },
  });
  const showing = (open: boolean, shown: ReturnType<typeof thing>) => {
    rerender({ open, shown });
    return result.current?.text;
  };
  expect(showing(true, thing("b"))).toBe("b");
  expect(showing(true, thing("c"))).toBe("b");
  expect(showing(true, thing("d", 2))).toBe("d");
  expect(showing(false, thing("e", 2))).toBe("e");
  expect(showing(true, thing("f", 2))).toBe("f");
});
