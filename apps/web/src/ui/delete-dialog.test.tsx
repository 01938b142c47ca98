import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderApp } from "#testing/render.tsx";
import { deleteDialog } from "#ui/delete-dialog.tsx";

it("closes after its call has succeeded, and stays open for another attempt after a failure", async () => {
  const calls: { subject: string; answer: PromiseWithResolvers<void> }[] = [];
  const mutateAsync = (subject: string) => {
    const answer = Promise.withResolvers<void>();
    calls.push({ subject, answer });
    return answer.promise;
  };
  const Dialog = deleteDialog<string>({
    title: (subject) => `Eliminar «${subject}»`,
    description: "No se puede deshacer.",
    confirmLabel: "Eliminar",
    useDeletion: () => ({ isPending: false, mutateAsync }),
  });
  const onDeleted = vi.fn<() => void>();
  function WithDialog() {
    const [open, onOpenChange] = useState(true);
    return <Dialog open={open} onOpenChange={onOpenChange} subject="Biología" onDeleted={onDeleted} />;
  }
  const { user } = renderApp(<WithDialog />);
  const dialog = () => screen.queryByRole("alertdialog", { name: "Eliminar «Biología»" });
  const confirm = () => user.click(screen.getByRole("button", { name: "Eliminar" }));

  await confirm();
  calls[0]?.answer.reject(new Error("Sin conexión"));
  await confirm();
  expect(calls.map(({ subject }) => subject)).toEqual(["Biología", "Biología"]);
  expect(dialog()).toBeTruthy();
  expect(onDeleted).not.toHaveBeenCalled();
  calls[1]?.answer.resolve();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(onDeleted).toHaveBeenCalledOnce();
});
