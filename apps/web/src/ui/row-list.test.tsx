import { render, screen, waitFor } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { RowList } from "#ui/row-list.tsx";

it("draws the rows that the screen has room for first, and then all of them", async () => {
  const items = Array.from({ length: 90 }, (_, index) => index);
  const list = <RowList label="Números" items={items} itemKey={(item) => item} renderItem={(item) => `n.º ${item}`} />;
  const first = renderToString(list).match(/<li/g)?.length ?? 0;
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThan(40);
  render(list);
  expect(screen.getAllByRole("listitem")).toHaveLength(first);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(90));
});
