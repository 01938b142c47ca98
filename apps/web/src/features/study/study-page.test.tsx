import "fake-indexeddb/auto";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import { reminderEndpoints } from "@repasa/contract/reminders.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { type QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession, useUser } from "#features/session/use-session.ts";
import StudyPage from "#features/study/study-page.tsx";
import { useOutboxSending } from "#features/study/use-outbox.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import {
  sampleCard,
  samplePlan,
  samplePreferences,
  sampleReviewResult,
  sampleStudySession,
  sampleUser,
} from "#testing/sample-data.ts";
import { consoleOutput } from "#testing/setup.ts";

const FOLDER = 7;
let userId = 100;

function SignedIn({ folderId }: { folderId: number | null }) {
  useOutboxSending(useUser().id);
  return <StudyPage folderId={folderId} />;
}

function Gate({ folderId }: { folderId: number | null }) {
  return useSession().user ? <SignedIn folderId={folderId} /> : null;
}

function cardsOf(count: number): QueuedCard[] {
  return Array.from({ length: count }, (_, index) => ({
    ...sampleCard({ id: index + 1, folderId: FOLDER, front: `Pregunta ${index + 1}`, back: `Respuesta ${index + 1}` }),
    nextIntervals: { hard: 1, medium: 3, easy: 70 },
  }));
}

type Setup = {
  cards?: QueuedCard[];
  due?: QueuedCard[];
  shortcuts?: boolean;
  folderId?: number | null;
  newCardsPerDay?: number | null;
  premium?: boolean;
};

/** A server that takes ratings as the real one does: once each. */
function studyWith({
  cards = cardsOf(3),
  due = cards,
  shortcuts = true,
  folderId = FOLDER,
  newCardsPerDay = null,
  premium = false,
}: Setup = {}) {
  const api = fakeApi();
  const rated = new Map<string, unknown>();
  let sessions = 0;
  api.answer(authEndpoints.currentUser, sampleUser({ id: userId, email: "ana@repasa.example", premium }));
  api.answer(accountEndpoints.preferences, samplePreferences({ shortcuts, newCardsPerDay }));
  api.on(studyEndpoints.reviewQueue, ({ url }) => ({
    status: 200,
    body: url.searchParams.has("practice")
      ? cards
      : due.filter(({ id }) => ![...rated.keys()].some((key) => key.startsWith(`${id} `))),
  }));
  api.on(studyEndpoints.startSession, () => {
    sessions += 1;
    return { status: 201, body: sampleStudySession({ id: sessions }) };
  });
  api.answer(studyEndpoints.updateSession, sampleStudySession());
  api.on(studyEndpoints.review, ({ url, body }) => {
    const cardId = url.pathname.split("/")[3];
    const { reviewId } = body as { reviewId: string };
    rated.set(`${cardId} ${reviewId}`, body);
    return { status: 200, body: sampleReviewResult() };
  });
  api.on(studyEndpoints.undoReview, ({ url }) => {
    const [, , , cardId, , reviewId] = url.pathname.split("/");
    rated.delete(`${cardId} ${reviewId}`);
    return { status: 200, body: sampleReviewResult() };
  });
  const open = () => renderApp(<Gate folderId={folderId} />, folderId === null ? "/study" : `/study/${folderId}`);
  return { api, rated, open, ...open() };
}

/** A day with so many new cards pending, all in the folder that is studied. */
const pendingNew = (count: number) => ({
  date: "2026-03-01",
  totalDue: count,
  folders: [{ folderId: FOLDER, name: "Historia", total: count, new: count, hard: 0, medium: 0, easy: 0 }],
});
const newCardsBegun = "Hoy ya has empezado tus 2 cartas nuevas. El resto sigue pendiente.";

const press = (key: string, init = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const question = (number: number) => screen.findByText(`Pregunta ${number}`);
const reveal = () => screen.getByRole("button", { name: /^Mostrar Respuesta/ });

beforeEach(() => {
  userId += 1;
  localStorage.setItem("hasCompletedFirstSession", "true");
});

// What is sent at the end is still answered by this test's server.
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 20));
});

describe("studying", () => {
  it("goes through the cards by mouse to the end, and the server knows it all", async () => {
    const { user, api, rated } = studyWith();
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de estudio" })).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    expect(screen.getByText("0%")).toBeTruthy();
    expect(screen.queryByText("Respuesta 1")).toBeNull();

    await user.click(reveal());
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    const choices = within(screen.getByRole("group", { name: "¿Qué tal la recordaste?" })).getAllByRole("button");
    expect(choices.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Fácil, próxima revisión en 2 meses",
      "Medio, próxima revisión en 3 días",
      "Difícil, próxima revisión en 1 día",
    ]);
    await user.click(screen.getByRole("button", { name: /^Fácil/ }));
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    expect(screen.getByText("33%")).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^No la recordé/ }));

    const terms = within(await screen.findByRole("list", { name: "Términos revisados" })).getAllByRole("listitem");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "¡Sesión completada!" }));
    expect(screen.getByText("¡Sesión de estudio completada!")).toBeTruthy();
    expect(screen.getAllByText("Estudiaste 3 cartas.").length).toBeGreaterThan(0);
    expect(screen.getByText("Buen esfuerzo. Lo difícil volverá pronto para que se te quede.")).toBeTruthy();
    expect(terms.map((term) => term.textContent)).toEqual(["Pregunta 1fácil", "Pregunta 2medio", "Pregunta 3difícil"]);

    await waitFor(() => expect(rated.size).toBe(3));
    expect([...rated.values()]).toMatchObject([
      { difficulty: "easy", answerResult: "correct", studySessionId: 1 },
      { difficulty: "medium", answerResult: "correct" },
      { difficulty: "hard", answerResult: "incorrect" },
    ]);
    await waitFor(() => expect(api.callsTo(studyEndpoints.updateSession)).toHaveLength(2));
    expect(api.callsTo(studyEndpoints.startSession)[0]?.body).toEqual({ folderId: FOLDER, cardsStudied: 0 });
    expect(api.callsTo(studyEndpoints.updateSession).map(({ body }) => body)).toEqual([
      { cardsStudied: 3, easyCount: 1, goodCount: 1, hardCount: 1 },
      { completedAt: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it("says 1 carta of one card", async () => {
    studyWith({ cards: cardsOf(1) });
    await question(1);
    press(" ");
    press("3");
    expect(screen.getAllByText("Estudiaste 1 carta.").length).toBeGreaterThan(0);
  });

  it("does not wait for the network: the next question shows before any answer", async () => {
    const { api } = studyWith();
    api.on(studyEndpoints.review, () => new Promise(() => {}));
    await question(1);
    press(" ");
    press("1");
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    press("Enter");
    press("2");
    expect(screen.getByText("Pregunta 3")).toBeTruthy();
  });

  it("practises all cards of the folder when none is due", async () => {
    const { api } = studyWith({ due: [] });
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de práctica" })).toBeTruthy();
    expect(api.callsTo(studyEndpoints.reviewQueue).map(({ url }) => url.search)).toEqual([
      `?folderId=${FOLDER}`,
      `?folderId=${FOLDER}&practice=true`,
    ]);
  });

  it("practises only what was begun when the day's new cards are used up, and says so", async () => {
    const [first, ...others] = cardsOf(4);
    const cards = [{ ...first, reviewCount: 1, nextReviewAt: "2030-01-01T12:00:00.000Z" } as QueuedCard, ...others];
    const { api, user } = studyWith({ cards, due: [], newCardsPerDay: 2 });
    api.answer(statsEndpoints.dailyReview, pendingNew(3));
    await question(1);
    expect(screen.getByRole("heading", { name: "Sesión de práctica" })).toBeTruthy();
    expect(screen.getByText("Carta 1 de 1")).toBeTruthy();
    expect(await screen.findByText(newCardsBegun)).toBeTruthy();
    await user.click(reveal());
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
  });

  it.each([FOLDER, null])("leaves new cards that the day's limit holds back untouched in %s", async (folderId) => {
    const { api } = studyWith({ due: [], folderId, newCardsPerDay: 2 });
    api.answer(statsEndpoints.dailyReview, pendingNew(3));
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(await screen.findByText(newCardsBegun)).toBeTruthy();
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it.each([
    [FOLDER, `/folders/${FOLDER}`],
    [null, "/"],
  ])("has nothing to study in %s, and leads to %s", async (folderId, href) => {
    const { api } = studyWith({ cards: [], folderId });
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ir al panel" }).getAttribute("href")).toBe(href);
    expect(api.callsTo(studyEndpoints.startSession)).toEqual([]);
  });

  it("says what is safe when the cards cannot be loaded, and tries again", async () => {
    const { user, api } = studyWith();
    const cards = cardsOf(1);
    let down = true;
    api.on(studyEndpoints.reviewQueue, () => (down ? { status: 503, body: "" } : { status: 200, body: cards }));
    expect(await screen.findByText("No se pudieron cargar las cartas")).toBeTruthy();
    expect(screen.getByText(/Tus cartas y tus respuestas están guardadas/)).toBeTruthy();
    down = false;
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await question(1);
    expect(consoleOutput("error")).toEqual(["The cards to study could not be loaded"]);
  });

  it("only logs a study session that cannot be recorded", async () => {
    const { api, rated } = studyWith({ cards: cardsOf(1) });
    api.fail(studyEndpoints.startSession, 500);
    await question(1);
    press(" ");
    press("3");
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    await waitFor(() => expect(rated.size).toBe(1));
    expect(consoleOutput("error")).toEqual(["The study session was not recorded"]);
  });
});

describe("keys", () => {
  it("never rate a card whose answer is hidden, nor two cards at once", async () => {
    studyWith();
    await question(1);
    press("3");
    expect(screen.getByText("Pregunta 1")).toBeTruthy();
    press(" ");
    press("3");
    press("3");
    press("3", { repeat: true });
    expect(screen.getByText("Carta 2 de 3")).toBeTruthy();
    expect(reveal()).toBeTruthy();
  });

  it("do not reveal and rate by one Enter on the focused button", async () => {
    const { user } = studyWith();
    await question(1);
    reveal().focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    await user.keyboard("{Enter} ");
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
  });

  it("can be switched off; buttons are still pressed by Enter, and no hints show", async () => {
    const { user } = studyWith({ shortcuts: false });
    await question(1);
    await waitFor(() => expect(document.querySelector("kbd")).toBeNull());
    press(" ");
    expect(screen.queryByText("Respuesta 1")).toBeNull();
    reveal().focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    press("3");
    press("z", { ctrlKey: true });
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
  });

  it("edit the card that is shown, and type into its fields", async () => {
    const { user, api } = studyWith();
    api.on(cardEndpoints.update, ({ body }) => ({ status: 200, body: { ...cardsOf(1)[0], ...(body as object) } }));
    await question(1);
    press("e");
    const dialog = await screen.findByRole("dialog", { name: "Editar carta" });
    const front = within(dialog).getByLabelText("Anverso");
    await user.clear(front);
    await user.type(front, "1 u 3 n");
    await user.click(within(dialog).getByRole("button", { name: /^Guardar/ }));
    expect(await screen.findByText("1 u 3 n")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    expect(api.callsTo(cardEndpoints.update)[0]?.body).toEqual({ front: "1 u 3 n", back: "Respuesta 1" });
  });
});

describe("undo", () => {
  it("takes back the last rating, here and on the server, also from the end screen", async () => {
    const { rated } = studyWith({ cards: cardsOf(2) });
    await question(1);
    press(" ");
    press("3");
    press(" ");
    press("1");
    await waitFor(() => expect(rated.size).toBe(2));
    press("u");
    expect(screen.getByText("Respuesta 2")).toBeTruthy();
    expect(screen.getByText("Carta 2 de 2")).toBeTruthy();
    press("z", { ctrlKey: true });
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    press("u");
    await waitFor(() => expect(rated.size).toBe(0));
    press("2");
    press(" ");
    press("2");
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    await waitFor(() =>
      expect([...rated.values()]).toMatchObject([{ difficulty: "medium" }, { difficulty: "medium" }]),
    );
  });
});

describe("ratings on their way", () => {
  it("are not asked for again when the screen is left and opened anew", async () => {
    const study = studyWith();
    study.api.on(studyEndpoints.review, () => new Promise(() => {}));
    await question(1);
    press(" ");
    press("3");
    await question(2);
    study.unmount();
    study.open();
    await question(2);
    expect(screen.getByText("Carta 1 de 2")).toBeTruthy();
  });

  it("are counted only when it takes long, and sent when the network is back", async () => {
    const study = studyWith({ cards: cardsOf(2) });
    let down = true;
    const { rated } = study;
    study.api.on(studyEndpoints.review, ({ url, body }) => {
      if (down) throw new TypeError("Failed to fetch");
      rated.set(`${url.pathname} ${(body as { reviewId: string }).reviewId}`, body);
      return { status: 200, body: sampleReviewResult() };
    });
    await question(1);
    press(" ");
    press("3");
    expect(screen.queryByText(/sin guardar/)).toBeNull();
    expect(await screen.findByText("1 sin guardar, reintentando")).toBeTruthy();
    press(" ");
    press("1");
    expect(await screen.findByText("2 sin guardar, reintentando")).toBeTruthy();
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    down = false;
    fireEvent(window, new Event("online"));
    await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull());
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ difficulty: "easy" }, { difficulty: "hard" }]));
  });
});

describe("the end", () => {
  async function finish(keys: string[]) {
    const study = studyWith({ cards: cardsOf(keys.length) });
    await question(1);
    for (const key of keys) {
      press(" ");
      press(key);
    }
    return study;
  }

  it("studies all again, first in random order and then in the same one, each time as a new session", async () => {
    const { user, api } = await finish(["3", "3"]);
    await user.click(await screen.findByRole("button", { name: "Estudiar de nuevo (orden aleatorio)" }));
    expect(screen.getByText("Carta 1 de 2")).toBeTruthy();
    const first = screen.getByText(/^Pregunta \d$/).textContent;
    for (const key of [" ", "3", " ", "3"]) press(key);
    await user.click(await screen.findByRole("button", { name: "Estudiar de nuevo" }));
    expect(screen.getByText(/^Pregunta \d$/).textContent).toBe(first);
    await waitFor(() => expect(api.callsTo(studyEndpoints.startSession)).toHaveLength(3));
  });

  it("offers to repeat the difficult ones only if there are any", async () => {
    const { user } = await finish(["3", "1", "0"]);
    await user.click(await screen.findByRole("button", { name: "Repetir las difíciles (2)" }));
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 2")).toBeTruthy();
    for (const key of [" ", "3", " ", "3"]) press(key);
    await screen.findByRole("button", { name: "Estudiar de nuevo" });
    expect(screen.queryByRole("button", { name: /Repetir/ })).toBeNull();
  });

  it("asks for stars after the first completed session ever, and never again", async () => {
    localStorage.removeItem("hasCompletedFirstSession");
    const { user, api } = await finish(["3"]);
    api.on(feedbackEndpoints.send, () => ({ status: 201, body: { message: "" } }));
    const dialog = await screen.findByRole("dialog");
    expect(localStorage.getItem("hasCompletedFirstSession")).not.toBeNull();
    await user.click(within(dialog).getByLabelText("5 ¡Excelente!"));
    await user.click(within(dialog).getByRole("button", { name: "Enviar valoración" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsTo(feedbackEndpoints.send)[0]?.body).toMatchObject({ rating: 5, feedback: "", userId });
    press("u");
    press("3");
    expect(screen.getByText("¡Sesión completada!")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the offer of a reminder", () => {
  const OFFER = "¿Te avisamos por correo los días con cartas pendientes?";

  async function finish(before: (api: ReturnType<typeof fakeApi>) => void = () => {}) {
    const study = studyWith({ cards: cardsOf(1) });
    study.api.answer(reminderEndpoints.offer, { offer: true, hour: 18 });
    before(study.api);
    await question(1);
    press(" ");
    press("3");
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    return study;
  }
  const offer = () => screen.findByRole("region", { name: OFFER });
  const asked = (api: ReturnType<typeof fakeApi>) => api.callsTo(reminderEndpoints.offer).length;
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  it("comes once the server knows of the session, and is taken with an hour", async () => {
    let record = () => {};
    const { user, api } = await finish((server) => {
      server.on(studyEndpoints.updateSession, async ({ body }) => {
        if ("completedAt" in (body as object))
          await new Promise<void>((resolve) => {
            record = resolve;
          });
        return { status: 200, body: sampleStudySession() };
      });
      server.answer(accountEndpoints.setPreferences, samplePreferences({ reminderHour: 7 }));
      server.answer(reminderEndpoints.answerOffer);
    });
    await settled();
    expect(asked(api)).toBe(0);
    record();
    const card = within(await offer());
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "¡Sesión completada!" }));
    const hour = card.getByLabelText<HTMLSelectElement>("Hora");
    expect(hour.selectedOptions[0]?.label).toBe("18:00");
    await user.selectOptions(hour, "7");
    await user.click(card.getByRole("button", { name: "Sí, avísame" }));
    expect((await card.findByText(/^Hecho: te avisaremos a las 07:00/)).contains(document.activeElement)).toBe(true);
    const writes = api.calls.filter(
      ({ url, method }) => /reminders|preferences/.test(url.pathname) && method !== "GET",
    );
    expect(writes.map(({ url, body }) => [url.pathname, body])).toEqual([
      ["/api/user/preferences", { reminderHour: 7 }],
      ["/api/reminders/offer", { accept: true }],
    ]);
  });

  it("is declined without a word more, and stays when that cannot be said", async () => {
    const { user, api } = await finish();
    const card = within(await offer());
    await user.click(card.getByRole("button", { name: "Ahora no" }));
    expect(await screen.findAllByText("No se pudo guardar tu respuesta. Inténtalo de nuevo.")).not.toHaveLength(0);
    api.answer(reminderEndpoints.answerOffer);
    await user.click(card.getByRole("button", { name: "Ahora no" }));
    expect(await card.findByText(/^De acuerdo\./)).toBeTruthy();
    expect(card.queryByRole("button")).toBeNull();
    expect(api.callsTo(reminderEndpoints.answerOffer).at(-1)?.body).toEqual({ accept: false });
    expect(api.callsTo(accountEndpoints.setPreferences)).toEqual([]);
  });

  it("is not made where the server makes none, nor offline, nor beside the question for stars", async () => {
    const { unmount } = await finish((server) => server.answer(reminderEndpoints.offer, { offer: false, hour: 18 }));
    await settled();
    expect(screen.queryByRole("region", { name: OFFER })).toBeNull();
    unmount();

    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const offline = await finish();
    await settled();
    expect(asked(offline.api)).toBe(0);
    offline.unmount();
    online.mockRestore();

    localStorage.removeItem("hasCompletedFirstSession");
    const first = await finish();
    await screen.findByRole("dialog");
    await settled();
    expect(asked(first.api)).toBe(0);
  });
});

describe("the place for advertising at the end", () => {
  const slot = () => screen.findByRole("complementary", { name: "Promoción", hidden: true });

  async function study(offer: boolean, premium = false) {
    const { api } = studyWith({ cards: cardsOf(1), premium });
    api.answer(billingEndpoints.plan, samplePlan());
    api.answer(reminderEndpoints.offer, { offer, hour: 18 });
    await question(1);
    press(" ");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(api.callsTo(billingEndpoints.plan)).toEqual([]);
    expect(screen.queryByRole("complementary")).toBeNull();
    press("3");
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
  }

  it("is last, and not there while cards are studied", async () => {
    await study(false);
    const list = screen.getByRole("list", { name: "Términos revisados", hidden: true });
    expect((await slot()).compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  it("leaves the place to the offer of a reminder", async () => {
    await study(true);
    await screen.findByRole("region", { name: /^¿Te avisamos por correo/ });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  it("does not exist with premium", async () => {
    await study(false, true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByRole("complementary", { hidden: true })).toBeNull();
  });
});
