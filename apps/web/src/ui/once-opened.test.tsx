import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { onceOpened } from "#ui/once-opened.tsx";

it("draws a dialog from its first opening on", () => {
  const draw = vi.fn((_: { open: boolean }) => null);
  const Dialog = onceOpened(draw);
  const { rerender } = render(<Dialog open={false} />);
  expect(draw).not.toHaveBeenCalled();
  rerender(<Dialog open />);
  rerender(<Dialog open={false} />);
  expect(draw.mock.calls.map(([props]) => props.open)).toEqual([true, false]);
});
