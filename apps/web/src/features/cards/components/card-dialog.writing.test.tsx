// Writing many cards: the next one is typed while the last is being saved, and nothing that was typed is lost.
import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { CardDialog } from "#features/cards/components/card-dialog.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

type Answer = { status: number; body: unknown };
type Body = { front: string; back: string; clientId: string };

let api: ReturnType<typeof fakeApi>;
/** The calls that create a card and wait for an answer, oldest first. */
let waiting: ((answer: Answer) => void)[];
beforeEach(() => {
  api = fakeApi();
  waiting = [];
  api.on(cardEndpoints.create, () => new Promise<Answer>((resolve) => waiting.push(resolve)));
});

const created = { status: 201, body: sampleCard() };
const failed = { status: 500, body: "" };
const answer = (given: Answer) => act(async () => waiting.shift()?.(given));
const sent = () => api.callsTo(cardEndpoints.create).map(({ body }) => body as Body);
const sentFronts = () => sent().map(({ front }) => front);

function Writing({ card }: { card?: Card | undefined }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <CardDialog open={open} onOpenChange={setOpen} folderId={1} card={card} />
    </>
  );
}

const show = (card?: Card, userId = 1) =>
  renderApp(
    <SignedIn user={sampleUser({ id: userId })}>
      <Writing card={card} />
    </SignedIn>,
    "/folders/1",
  );

const front = () => screen.getByLabelText<HTMLTextAreaElement>("Anverso");
const back = () => screen.getByLabelText<HTMLTextAreaElement>("Reverso");
const typed = () => [front().value, back().value];
const button = (name: RegExp) => screen.getByRole("button", { name });
const dialog = () => screen.queryByRole("dialog");
const question = () => screen.queryByRole("alertdialog", { name: "¿Descartar lo que escribiste?" });

/** Types into the focused front, and then the back. */
async function write(user: UserEvent, text: string) {
  expect(document.activeElement).toBe(front());
  await user.keyboard(`${text}{Tab}R ${text}`);
}

const CHORD = "{Control>}{Enter}{/Control}";

describe("one card after another", () => {
  it("goes on with the next at once, by one chord, and counts what is saved", async () => {
    const { user } = show();
    await waitFor(() => expect(document.activeElement).toBe(front()));
    await write(user, "Uno");
    await user.keyboard(CHORD);
    expect(typed()).toEqual(["", ""]);
    await write(user, "Dos");
    await user.keyboard(CHORD);
    expect(typed()).toEqual(["", ""]);
    // In their order: the second waits for the first.
    expect(sentFronts()).toEqual(["Uno"]);
    await answer(created);
    expect(screen.getByText("1 carta añadida")).toBeTruthy();
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos"]));
    await answer(created);
    expect(await screen.findByText("2 cartas añadidas")).toBeTruthy();
    expect(new Set(sent().map(({ clientId }) => clientId)).size).toBe(2);
  });

  it("brings a card that failed back into the empty form, under its id", async () => {
    const { user } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await answer(failed);
    await waitFor(() => expect(typed()).toEqual(["Uno", "R Uno"]));
    expect(screen.getByRole("alert").textContent).toBe("No se guardó. Inténtalo de nuevo.");
    await user.keyboard(CHORD);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0]);
    await answer(created);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(typed()).toEqual(["", ""]);
  });

  it("does not interrupt who is typing: the one that failed comes back after the next", async () => {
    const { user } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await write(user, "Dos");
    await answer(failed);
    expect((await screen.findByRole("alert")).textContent).toMatch(/^La anterior no se guardó/);
    expect(typed()).toEqual(["Dos", "R Dos"]);
    await user.keyboard(CHORD);
    expect(typed()).toEqual(["Uno", "R Uno"]);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos"]));
    await answer(created);
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos", "Uno"]));
    await answer(created);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it("shows what the server says about a field of the card that failed", async () => {
    const { user } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    const issues = [{ path: "back", message: "Demasiado largo" }];
    await answer({ status: 400, body: { message: "Revisa los datos", code: "validation", issues } });
    expect(await screen.findByText("Demasiado largo")).toBeTruthy();
    expect(document.activeElement).toBe(back());
  });

  it("is closed by who is done, with nothing typed since the last, once that is saved", async () => {
    const { user } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await user.keyboard(CHORD);
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(button(/^Guardar$/));
    expect(dialog()).toBeTruthy();
    await answer(created);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(sent()).toHaveLength(1);
    await user.click(button(/^Abrir$/));
    expect(screen.queryByText("1 carta añadida")).toBeNull();
  });

  it("stays open for a card that failed after somebody wanted to leave", async () => {
    const { user } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await user.keyboard("{Escape}");
    await answer(failed);
    await waitFor(() => expect(typed()).toEqual(["Uno", "R Uno"]));
    await user.keyboard("{Escape}");
    expect(question()).toBeTruthy();
  });
});

describe("a draft", () => {
  const reload = (userId?: number, card?: Card) => {
    document.body.textContent = "";
    return show(card, userId);
  };

  it("holds what was typed and what was not saved yet, over a reload", async () => {
    const { user, unmount } = show();
    await write(user, "Uno");
    await user.keyboard(CHORD);
    await write(user, "Dos");
    unmount();
    const again = reload();
    expect(screen.getByText("Aquí sigue lo que estabas escribiendo.")).toBeTruthy();
    expect(typed()).toEqual(["Dos", "R Dos"]);
    await again.user.keyboard(CHORD);
    await again.user.click(back());
    expect(typed()).toEqual(["Uno", "R Uno"]);
    const [first] = sent();
    await again.user.keyboard(CHORD);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos"]));
    waiting.shift();
    await answer(created);
    await waitFor(() => expect(sentFronts()).toEqual(["Uno", "Dos", "Uno"]));
    expect(sent()[2]).toEqual(first);
    await answer(created);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it("is nobody else's, and another card's neither", async () => {
    const { user, unmount } = show();
    await write(user, "Uno");
    unmount();
    const other = reload(2);
    expect(typed()).toEqual(["", ""]);
    other.unmount();
    const card = sampleCard({ id: 7 });
    reload(1, card).unmount();
    expect(typed).toThrow();
    reload();
    expect(typed()).toEqual(["Uno", "R Uno"]);
  });

  it("of an edited card is dropped when it is thrown away", async () => {
    const card = sampleCard({ id: 7, front: "Célula" });
    const { user, unmount } = show(card);
    await user.type(front(), " y núcleo");
    unmount();
    const again = reload(1, card);
    expect(front().value).toBe("Célula y núcleo");
    await again.user.keyboard("{Escape}");
    await again.user.click(within(question() as HTMLElement).getByRole("button", { name: "Descartar" }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(sessionStorage).toHaveLength(0);
    await again.user.click(button(/^Abrir$/));
    expect(front().value).toBe("Célula");
  });

  it("goes with its text: who takes everything back has nothing to lose", async () => {
    const { user } = show();
    await user.type(front(), "Ho");
    expect(sessionStorage).toHaveLength(1);
    await user.keyboard("{Backspace}{Backspace}");
    expect(sessionStorage).toHaveLength(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog()).toBeNull());
  });
});

describe("leaving", () => {
  const leaves = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  it("makes the browser ask while something is typed or not saved, and only then", async () => {
    const { user } = show();
    expect(leaves()).toBe(true);
    await write(user, "Uno");
    expect(leaves()).toBe(false);
    await user.keyboard(CHORD);
    expect(leaves()).toBe(false);
    await answer(created);
    await waitFor(() => expect(leaves()).toBe(true));
  });

  it("by Back asks alike, and goes back no further", async () => {
    const { user } = show();
    const length = window.history.length;
    await user.type(front(), "Hola");
    window.history.back();
    await waitFor(() => expect(question()).toBeTruthy());
    // Back once more takes the question back, not the text.
    await waitFor(() => expect(window.history.state).toEqual({ sheets: 2 }));
    window.history.back();
    await waitFor(() => expect(question()).toBeNull());
    expect(front().value).toBe("Hola");
    window.history.back();
    await waitFor(() => expect(question()).toBeTruthy());
    await user.click(button(/^Descartar$/));
    await waitFor(() => expect(dialog()).toBeNull());
    await waitFor(() => expect(window.history.state).toBeNull());
    expect(window.location.pathname).toBe("/folders/1");
    expect(window.history.length).toBeLessThanOrEqual(length + 1);
  });
});
