import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderApp } from "#testing/render.tsx";
import { StarRating } from "#ui/star-rating.tsx";

function Rating({ onChange }: { onChange: (value: number) => void }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <StarRating
      label="¿Qué te parece Repasa?"
      value={value}
      onChange={(stars) => {
        setValue(stars);
        onChange(stars);
      }}
    />
  );
}

describe("StarRating", () => {
  it("can be used by keyboard alone", async () => {
    const onChange = vi.fn();
    const { user } = renderApp(<Rating onChange={onChange} />);
    await user.tab();
    await user.keyboard(" ");
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect(onChange.mock.calls.flat()).toEqual([1, 2, 3, 2]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "2 Malo" }).checked).toBe(true);
    expect(screen.getByText("Malo")).toBeDefined();
  });
});
