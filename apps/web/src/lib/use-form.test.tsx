import { credentials } from "@repasa/contract/auth.forms.ts";
import { act, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#lib/api-error.ts";
import { useForm } from "#lib/use-form.ts";
import { renderApp } from "#testing/render.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";

const refusal = new ApiError(
  400,
  "Bad Request",
  JSON.stringify({ message: "Revisa los datos", issues: [{ path: "password", message: "No vale" }] }),
);

type Submit = (values: { email: string; password: string }) => Promise<unknown> | undefined;

function Form({ onSubmit }: { onSubmit: Submit }) {
  const { form, field } = useForm(credentials, onSubmit);
  return (
    <form {...form}>
      <TextField label="Correo" {...field("email")} />
      <TextField label="Clave" {...field("password")} />
      <Button type="submit">Enviar</Button>
    </form>
  );
}

const listAlerts = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

async function fillForm(user: UserEvent) {
  await user.type(screen.getByLabelText("Correo"), "ana@repasa.es");
  await user.type(screen.getByLabelText("Clave"), "secreta");
}

describe("useForm", () => {
  it("shows the contract's messages at their fields and focuses the first of them", async () => {
    const onSubmit = vi.fn();
    const { user } = renderApp(<Form onSubmit={onSubmit} />);
    await user.click(screen.getByRole("button", { name: "Enviar" }));
    expect(listAlerts()).toEqual(["Invalid email address", "Password is required"]);
    const email = screen.getByLabelText("Correo");
    expect(document.activeElement).toBe(email);
    expect(email.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(email.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Invalid email address",
    );
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("removes an error as soon as the field is corrected, and adds none while typing", async () => {
    const { user } = renderApp(<Form onSubmit={() => undefined} />);
    await user.type(screen.getByLabelText("Correo"), "ana@");
    expect(listAlerts()).toEqual([]);
    await user.type(screen.getByLabelText("Clave"), "x{Enter}");
    expect(listAlerts()).toEqual(["Invalid email address"]);
    await user.type(screen.getByLabelText("Correo"), "repasa.es");
    expect(listAlerts()).toEqual([]);
  });

  it("submits the parsed values, by Enter too", async () => {
    const onSubmit = vi.fn();
    const { user } = renderApp(<Form onSubmit={onSubmit} />);
    await user.type(screen.getByLabelText("Correo"), "  ana@repasa.es ");
    await user.type(screen.getByLabelText("Clave"), " secreta {Enter}");
    expect(onSubmit.mock.calls).toEqual([[{ email: "ana@repasa.es", password: " secreta " }]]);
  });

  it("shows the server's issues", async () => {
    const { user } = renderApp(<Form onSubmit={() => Promise.reject(refusal)} />);
    await fillForm(user);
    await user.click(screen.getByRole("button", { name: "Enviar" }));
    expect(listAlerts()).toEqual(["No vale"]);
    expect(document.activeElement).toBe(screen.getByLabelText("Clave"));
  });

  it("submits once at a time, even after two clicks in one frame", async () => {
    const submission = Promise.withResolvers<void>();
    const onSubmit = vi.fn(() => submission.promise);
    const { user } = renderApp(<Form onSubmit={onSubmit} />);
    await fillForm(user);
    const send = screen.getByRole("button", { name: "Enviar" });
    await act(async () => {
      send.click();
      send.click();
    });
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await act(async () => submission.resolve());
    await user.click(send);
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });
});
