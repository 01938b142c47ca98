import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as feedbackEndpoints from "@repasa/contract/client/feedback.ts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { RatingDialog } from "#features/feedback/components/rating-dialog.tsx";
import { useSession } from "#features/session/use-session.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";

function Screen() {
  const [open, setOpen] = useState(true);
  const { user } = useSession();
  return user ? (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Valorar
      </button>
      <RatingDialog open={open} onOpenChange={setOpen} />
    </>
  ) : null;
}

async function openDialog() {
  const api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser({ id: 5, email: "ana@repasa.example" }));
  api.answer(feedbackEndpoints.send, { message: "" });
  const { user } = renderApp(<Screen />);
  await screen.findByRole("dialog");
  return { api, user };
}

const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;

/** Searches only the list of toasts, because the announcer has the same text. */
const findToast = (text: string) => screen.findByText(text, { selector: "li *" });

describe("the rating dialog", () => {
  it("preserves the rating and the text when sending fails", async () => {
    const { api, user } = await openDialog();
    api.fail(feedbackEndpoints.send, 500, "");
    await user.click(screen.getByLabelText("5 ¡Excelente!"));
    await user.click(button("Enviar valoración"));
    await findToast("No se pudo enviar la valoración. Inténtalo de nuevo.");
    await user.click(screen.getByLabelText("1 Muy malo"));
    await user.click(button("Enviar valoración"));
    await user.type(await screen.findByLabelText("Tu sugerencia"), "Más temas");
    await user.click(button("Enviar sugerencia"));
    await findToast("No se pudo enviar el feedback. Inténtalo de nuevo.");
    expect((screen.getByLabelText("Tu sugerencia") as HTMLTextAreaElement).value).toBe("Más temas");
  });

  it("is reset each time it opens", async () => {
    const { user } = await openDialog();
    await user.click(screen.getByLabelText("2 Malo"));
    await user.click(button("Ahora no"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(button("Valorar"));
    expect(button("Enviar valoración").disabled).toBe(true);
  });
});
