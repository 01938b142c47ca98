import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { renderApp } from "#testing/render.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";

function WithSecret() {
  const [secret, setSecret] = useState<string | null>("K7PX");
  return (
    <Dialog open={secret !== null} onOpenChange={() => setSecret(null)} title="Clave">
      {secret && (
        <form data-read-first="">
          <p>{secret}</p>
          <input aria-label="Código" />
        </form>
      )}
    </Dialog>
  );
}

function WithConfirmation({ onConfirm, pending = false }: { onConfirm: () => void; pending?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Confirmar eliminación"
      description="No se puede deshacer."
      confirmLabel="Eliminar"
      onConfirm={onConfirm}
      pending={pending}
    />
  );
}

function WithList({ names }: { names: string[] }) {
  const [rows, setRows] = useState(names);
  const [selected, select] = useState<string | null>(null);
  return (
    <main tabIndex={-1}>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <ul>
              <li>etiqueta</li>
            </ul>
            <Button onClick={() => select(name)}>Quitar {name}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={selected !== null}
        onOpenChange={() => select(null)}
        title="Confirmar eliminación"
        description="No se puede deshacer."
        confirmLabel="Eliminar"
        onConfirm={() => {
          setRows(rows.filter((name) => name !== selected));
          select(null);
        }}
      />
    </main>
  );
}

describe("Dialog", () => {
  it("does not change while it closes, and focuses its heading if it is marked to be read first", async () => {
    // jsdom has no animations, and the sheet waits for the end of one.
    const styleOf = window.getComputedStyle.bind(window);
    const spy = vi.spyOn(window, "getComputedStyle");
    onTestFinished(() => spy.mockRestore());
    spy.mockImplementation((element) =>
      Object.defineProperty(styleOf(element), "animationName", {
        configurable: true,
        get: () => element.getAttribute("data-state") ?? "none",
      }),
    );
    const { user } = renderApp(<WithSecret />);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Clave" }));
    await user.keyboard("{Escape}");
    expect(screen.getByRole("dialog").dataset.state).toBe("closed");
    expect(screen.getByText("K7PX")).toBeTruthy();
  });
});

describe("ConfirmDialog", () => {
  it("moves the focus to the row beside the deleted one", async () => {
    const { user } = renderApp(<WithList names={["uno", "dos", "tres"]} />);
    const remove = async (name: string) => {
      await user.click(screen.getByRole("button", { name: `Quitar ${name}` }));
      await user.click(screen.getByRole("button", { name: "Eliminar" }));
    };
    await remove("dos");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("tres"));
    await remove("tres");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("uno"));
    await remove("uno");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  it("focuses the harmless button and does nothing without a click", async () => {
    const onConfirm = vi.fn();
    const { user } = renderApp(<WithConfirmation onConfirm={onConfirm} />);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancelar"));
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("confirms once, and not again while the confirmation is pending", async () => {
    const onConfirm = vi.fn();
    const { user, unmount } = renderApp(<WithConfirmation onConfirm={onConfirm} />);
    await user.click(screen.getByRole("button", { name: "Eliminar" }));
    expect(onConfirm).toHaveBeenCalledOnce();
    unmount();
    renderApp(<WithConfirmation onConfirm={onConfirm} pending />);
    await user.click(screen.getByRole("button", { name: "Eliminar" }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
