// While a card is being saved, the next one can be typed, and no typed text is lost.

import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { backField, frontField, ReopenableCardDialog } from "#testing/card-dialog.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

type Answer = { status: number; body: unknown };
type Body = { front: string; back: string; clientId: string };

let api: ReturnType<typeof fakeApi>;
/** Resolves the calls that create a card and have no answer yet, the oldest first. */
let unanswered: ((answer: Answer) => void)[];
beforeEach(() => {
  api = fakeApi();
  unanswered = [];
  api.on(cardEndpoints.create, () => new Promise<Answer>((resolve) => unanswered.push(resolve)));
});

const created = { status: 201, body: sampleCard() };
const failed = { status: 500, body: "" };
const answerFirst = (answer: Answer) => act(async () => unanswered.shift()?.(answer));
const sent = () => api.callsTo(cardEndpoints.create).map(({ body }) => body as Body);
const sentFronts = () => sent().map(({ front }) => front);

const renderDialog = (card?: Card, userId = 1) =>
  renderApp(
    <SignedIn user={sampleUser({ id: userId })}>
      <ReopenableCardDialog card={card} />
    </SignedIn>,
    "/folders/1",
  );

const typedTexts = () => [frontField().value, backField().value];
const button = (name: RegExp) => screen.getByRole("button", { name });
const dialog = () => screen.queryByRole("dialog");
const discardQuestion = () => screen.queryByRole("alertdialog", { name: "¿Descartar lo que escribiste?" });

/** Types into the focused front, and then the back. */
async function write(user: UserEvent, text: string) {
  expect(document.activeElement).toBe(frontField());
  await user.keyboard(`${text}{Tab}R ${text}`);
}

const CHORD = "{Control>}{Enter}{/Control}";

describe("CardDialog with several new cards", () => {
  it("restores a card that could not be saved to the empty form, and sends it under the same id", async () => {
    const { user } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await answerFirst(failed);
    await waitFor(() => expect(typedTexts()).toEqual(["Uno", "R Uno"]));
    expect(screen.getByRole("alert").textContent).toBe("No se guardó. Inténtalo de nuevo.");
    await user.keyboard(CHORD);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0]);
    await answerFirst(created);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(typedTexts()).toEqual(["", ""]);
  });

  it("restores a card that could not be saved only after the next one is submitted", async () => {
    const { user } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await write(user, "Dos");
    await answerFirst(failed);
    expect((await screen.findByRole("alert")).textContent).toMatch(/^La anterior no se guardó/);
    expect(typedTexts()).toEqual(["Dos", "R Dos"]);
    await user.keyboard(CHORD);
    expect(typedTexts()).toEqual(["Uno", "R Uno"]);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos"]));
    await answerFirst(created);
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos", "Uno"]));
    await answerFirst(created);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it("shows the server's message about a field of a rejected card, and focuses the field", async () => {
    const { user } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    const issues = [{ path: "back", message: "Demasiado largo" }];
    await answerFirst({ status: 400, body: { message: "Revisa los datos", code: "validation", issues } });
    expect(await screen.findByText("Demasiado largo")).toBeTruthy();
    expect(document.activeElement).toBe(backField());
  });

  it("accepts an empty form after the last card, and closes once that card is saved", async () => {
    const { user } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await user.keyboard(CHORD);
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(button(/^Guardar$/));
    expect(dialog()).toBeTruthy();
    await answerFirst(created);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(sent()).toHaveLength(1);
    await user.click(button(/^Abrir$/));
    expect(screen.queryByText("1 carta añadida")).toBeNull();
  });

  it("stays open if the save of a card fails after Escape, and asks before it discards that card", async () => {
    const { user } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await user.keyboard("{Escape}");
    await answerFirst(failed);
    await waitFor(() => expect(typedTexts()).toEqual(["Uno", "R Uno"]));
    await user.keyboard("{Escape}");
    expect(discardQuestion()).toBeTruthy();
  });
});

describe("drafts of cards", () => {
  const reload = (userId?: number, card?: Card) => {
    document.body.textContent = "";
    return renderDialog(card, userId);
  };

  it("restore typed text and unsaved cards after a reload", async () => {
    const { user, unmount } = renderDialog();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await write(user, "Dos");
    unmount();
    const again = reload();
    expect(screen.getByText("Aquí sigue lo que estabas escribiendo.")).toBeTruthy();
    expect(typedTexts()).toEqual(["Dos", "R Dos"]);
    await again.user.keyboard(CHORD);
    await again.user.click(backField());
    expect(typedTexts()).toEqual(["Uno", "R Uno"]);
    const [first] = sent();
    await again.user.keyboard(CHORD);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos"]));
    unanswered.shift();
    await answerFirst(created);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos", "Uno"]));
    expect(sent()[2]).toEqual(first);
    await answerFirst(created);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it("belong to one user and to one card", async () => {
    const { user, unmount } = renderDialog();
    await write(user, "Uno");
    unmount();
    const other = reload(2);
    expect(typedTexts()).toEqual(["", ""]);
    other.unmount();
    const card = sampleCard({ id: 7 });
    reload(1, card).unmount();
    expect(typedTexts).toThrow();
    reload();
    expect(typedTexts()).toEqual(["Uno", "R Uno"]);
  });

  it("are deleted with their text, so that an emptied dialog closes without a question", async () => {
    const { user } = renderDialog();
    await user.type(frontField(), "Ho");
    expect(sessionStorage).toHaveLength(1);
    await user.keyboard("{Backspace}{Backspace}");
    expect(sessionStorage).toHaveLength(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog()).toBeNull());
  });
});

describe("leaving the card dialog", () => {
  const canClosePage = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("makes the browser ask only while a text is typed or not saved", async () => {
    const { user } = renderDialog();
    expect(canClosePage()).toBe(true);
    await write(user, "Uno");
    expect(canClosePage()).toBe(false);
    await user.keyboard(CHORD);
    expect(canClosePage()).toBe(false);
    await answerFirst(created);
    await waitFor(() => expect(canClosePage()).toBe(true));
  });
});
