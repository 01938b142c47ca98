import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { isRatingQuestionDue } from "#features/feedback/feedback.first-session.ts";
import type { ActiveSession } from "#features/study/study.state.ts";
import { SummaryActions } from "#features/study/summary/components/summary-actions.tsx";
import { localDateOf } from "#lib/local-date.ts";
import { paths } from "#paths.ts";
import type { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleNearDays, samplePlan, samplePreferences, sampleStats } from "#testing/sample-data.ts";
import { cardsOf, everythingLoaded, press, question, studyWith } from "#testing/study-page.tsx";

describe("the summary", () => {
  async function finish(keys: string[]) {
    const study = studyWith({ cards: cardsOf(keys.length) });
    await question(1);
    for (const key of keys) {
      press(" ");
      press(key);
    }
    return study;
  }

  it("leads on first, and then offers all cards again and the difficult ones, if there are any", async () => {
    const { user, api } = await finish(["3", "1", "0"]);
    for (const key of [" ", "3"]) press(key);
    const done = await screen.findByRole("button", { name: "Listo" });
    const isBelow = (name: RegExp | string) =>
      done.compareDocumentPosition(screen.getByRole("button", { name })) === Node.DOCUMENT_POSITION_FOLLOWING;
    const below = ["Repetir las difíciles (2)", "Estudiar de nuevo (orden aleatorio)", /^Deshacer/];
    expect(below.map(isBelow)).toEqual([true, true, true]);
    await user.click(screen.getByRole("button", { name: "Repetir las difíciles (2)" }));
    expect(screen.getByText("Pregunta 2")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 2")).toBeTruthy();
    for (const key of [" ", "3", " ", "1"]) press(key);
    expect(await screen.findByRole("button", { name: "Repetir la difícil" })).toBeTruthy();
    await waitFor(() => expect(api.callsTo(studyEndpoints.startSession)).toHaveLength(2));
  });

  it.each([
    [1, 0, true],
    [2, 0, false],
    [1, 3, false],
  ])(
    "leads to the weakest cards %i days before an exam, with %i cards pending: %s",
    async (inDays, cardsDueToday, isOffered) => {
      const { api } = studyWith({ cards: cardsOf(1) });
      const date = localDateOf(new Date(Date.now() + inDays * 86_400_000), DEFAULT_DAY_START_HOUR);
      const nextExam = { id: 5, name: "Anatomía", date };
      api.answer(
        statsEndpoints.userStats,
        sampleStats({ reviewedToday: 1, currentStreak: 1, cardsDueToday, nextExam }),
      );
      await question(1);
      for (const key of [" ", "2"]) press(key);
      await screen.findByText(/^(Día completo|Hoy ya cuenta)/);
      const link = screen.queryByRole("link", { name: "Mañana es tu examen: repasa otra vez lo más débil" });
      expect(link?.getAttribute("href")).toBe(isOffered ? "/exams/5" : undefined);
    },
  );

  it("says in words and on the last day of its strip what tomorrow asks", async () => {
    const { api } = studyWith({ cards: cardsOf(1) });
    api.answer(statsEndpoints.userStats, sampleStats({ reviewedToday: 1, currentStreak: 1 }));
    const near = { 0: { asked: 5 }, 1: { asked: 14 }, 2: { asked: 23 } };
    api.answer(statsEndpoints.nearDays, sampleNearDays(localDateOf(new Date(), DEFAULT_DAY_START_HOUR), near));
    await question(1);
    for (const key of [" ", "2"]) press(key);
    expect(await screen.findByText("Mañana te esperan 14 cartas.")).toBeTruthy();
    const days = within(screen.getByRole("list", { name: "Tus días" })).getAllByRole("listitem");
    expect(days.at(-1)?.textContent).toMatch(/14$/);
  });

  it("ignores a press that was meant for the rating in whose place its buttons appear", async () => {
    const ignored = vi.fn();
    const session: ActiveSession = {
      phase: "done",
      mode: "study",
      round: 1,
      deck: cardsOf(1),
      queue: cardsOf(1),
      ratings: [{ cardId: 1, choice: "hard", reviewId: "a" }],
      left: 5,
    };
    const { user } = renderApp(
      <SummaryActions
        session={session}
        shortcuts={false}
        nextFolder={undefined}
        isIntended={() => false}
        onNextPortion={ignored}
        onAgain={ignored}
        onRepeatDifficult={ignored}
        onUndo={ignored}
        onDone={ignored}
      />,
    );
    for (const button of screen.getAllByRole("button")) await user.click(button);
    expect(screen.getAllByRole("button")).toHaveLength(5);
    expect(ignored).not.toHaveBeenCalled();
  });

  it("asks for no star rating over the settings, but on the next screen", async () => {
    localStorage.removeItem("hasCompletedFirstSession");
    await finish(["3"]);
    await screen.findByRole("button", { name: "Listo" });
    await waitFor(() => expect(localStorage.getItem("hasCompletedFirstSession")).not.toBeNull());
    act(() => window.history.pushState(null, "", paths.settingsStudy()));
    await waitFor(() => expect(screen.queryByText("¡Sesión completada!")).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
    // The dialog is loaded late, so its absence alone shows little.
    expect(isRatingQuestionDue()).toBe(true);
    act(() => window.history.pushState(null, "", paths.home()));
    expect(await screen.findByRole("dialog", { name: "¿Qué te parece Repasa?" })).toBeDefined();
  });
});

describe("the hint at 'No la recordé'", () => {
  const HINT = /^¿No recordabas alguna\?/;

  beforeEach(() => localStorage.removeItem("knowsForgottenButton"));

  async function finish(keys: string[]) {
    const study = studyWith({ cards: cardsOf(keys.length) });
    await question(1);
    for (const key of keys) for (const pressed of [" ", key]) press(pressed);
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    return study;
  }

  it("is shown once, after three Difícil", async () => {
    const { user } = await finish(["1", "3", "1", "1"]);
    expect(screen.getByText(HINT).textContent).toBe(
      "¿No recordabas alguna? Pulsa «No la recordé» y volverá en la misma sesión.",
    );
    await user.click(screen.getByRole("button", { name: /^Estudiar de nuevo/ }));
    for (const key of [" ", "1", " ", "1", " ", "1", " ", "1"]) press(key);
    await screen.findByRole("button", { name: /^Estudiar de nuevo/ });
    expect(screen.queryByText(HINT)).toBeNull();
  });

  it("is not shown if the button was used before", async () => {
    const { user } = studyWith({ cards: cardsOf(3) });
    await question(1);
    for (const key of ["0", "3", "3", "3"]) for (const pressed of [" ", key]) press(pressed);
    await user.click(await screen.findByRole("button", { name: /^Estudiar de nuevo/ }));
    for (const key of [" ", "1", " ", "1", " ", "1"]) press(key);
    await screen.findByRole("button", { name: /^Estudiar de nuevo/ });
    expect(screen.queryByText(HINT)).toBeNull();
  });
});

describe("the question whether 'No la recordé' is known", () => {
  const QUESTION =
    "Últimamente lo recuerdas todo. ¿Conoces «No la recordé»? Si una carta no te sale, púlsalo y volverá pronto.";

  async function finish(keys: string[]) {
    const study = studyWith({ cards: cardsOf(keys.length), asksAboutForgotten: true });
    study.api.answer(accountEndpoints.setPreferences, samplePreferences({ forgottenExplained: true }));
    await question(1);
    await everythingLoaded(study.queryClient);
    for (const key of keys) for (const pressed of [" ", key]) press(pressed);
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    return study.api;
  }

  it("is asked at the end of a session, and noted so that it is asked once per account", async () => {
    const api = await finish(["2", "2"]);
    expect(screen.getByText(QUESTION)).toBeTruthy();
    const notes = () => api.callsTo(accountEndpoints.setPreferences).map(({ body }) => body);
    await waitFor(() => expect(notes()).toEqual([{ forgottenExplained: true }]));
  });
});

describe("the cards that take a quarter of the time", () => {
  const today = localDateOf(new Date(), DEFAULT_DAY_START_HOUR);
  const line = () => screen.queryByText(/^1 carta te ha costado más de un cuarto del tiempo/);

  async function finish(setup: Parameters<typeof studyWith>[0], keys = ["2", "2", "2"]) {
    const costly = { cards: [{ id: 2, spentMs: 300_000, reviews: 5 }], share: 0.3 };
    const study = studyWith({ cards: cardsOf(3), costly, ...setup });
    study.api.answer(accountEndpoints.setPreferences, samplePreferences({ costlyNamedOn: today }));
    await question(1);
    for (const key of keys) {
      await everythingLoaded(study.queryClient);
      for (const pressed of [" ", key]) press(pressed);
    }
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    return study;
  }

  const notes = ({ api }: ReturnType<typeof studyWith>) =>
    api.callsTo(accountEndpoints.setPreferences).map(({ body }) => body);

  it("are not named beside another hint, which comes first", async () => {
    const study = await finish({ asksAboutForgotten: true });
    await waitFor(() => expect(notes(study)).toEqual([{ forgottenExplained: true }]));
    expect(line()).toBeNull();
  });
});

describe("the offer to install the app", () => {
  const offer = () => screen.queryByRole("region", { name: "¿Quieres tener Repasa entre tus aplicaciones?" });

  /** Studies two cards three times, and returns whether the offer was shown at the end of each session. */
  async function finishThreeSessions(): Promise<boolean[]> {
    const { user } = studyWith({ cards: cardsOf(2) });
    const shown: boolean[] = [];
    await question(1);
    for (let session = 1; session <= 3; session++) {
      for (const key of [" ", "3", " ", "3"]) press(key);
      const [again] = await screen.findAllByRole("button", { name: /^Estudiar de nuevo/ });
      // The offer is loaded when it is due.
      await act(() => import("#features/installation/components/install-offer.tsx"));
      shown.push(offer() !== null);
      await user.click(again as HTMLElement);
    }
    return shown;
  }

  it("does not appear where the browser cannot install", async () => {
    expect(await finishThreeSessions()).toEqual([false, false, false]);
  });

  it("appears at the end of the second session alone", async () => {
    window.installPrompt = Object.assign(new Event("beforeinstallprompt"), { prompt: vi.fn() });
    onTestFinished(() => {
      window.installPrompt = undefined;
    });
    expect(await finishThreeSessions()).toEqual([false, true, false]);
  });
});

describe("the offer of a reminder", () => {
  const OFFER = "¿Te avisamos por correo los días con cartas pendientes?";

  async function finish(before: (api: ReturnType<typeof fakeApi>) => void = () => {}) {
    const study = studyWith({ cards: cardsOf(1) });
    study.api.answer(reminderEndpoints.offer, { offer: true, hour: 18, minute: 0 });
    before(study.api);
    await question(1);
    press(" ");
    press("3");
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    return study;
  }
  const offer = () => screen.findByRole("region", { name: OFFER });
  const countOfferRequests = (api: ReturnType<typeof fakeApi>) => api.callsTo(reminderEndpoints.offer).length;

  it("stays if it cannot be declined, and changes no preferences when it is declined", async () => {
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

  it("is not shown offline", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    const { api, queryClient } = await finish();
    await everythingLoaded(queryClient);
    expect(countOfferRequests(api)).toBe(0);
  });

  it("is not shown together with the star rating", async () => {
    localStorage.removeItem("hasCompletedFirstSession");
    const { user, api, queryClient } = await finish();
    await everythingLoaded(queryClient);
    expect(countOfferRequests(api)).toBe(0);
    await user.click(screen.getByRole("button", { name: "Listo" }));
    await screen.findByRole("dialog");
  });
});

describe("the place for advertising in the summary", () => {
  const place = { name: "Promoción", hidden: true };
  const slot = () => screen.findByRole("complementary", place);

  async function study(offer: boolean, premium = false) {
    const { api, queryClient } = studyWith({ cards: cardsOf(1), premium });
    api.answer(billingEndpoints.plan, samplePlan());
    api.answer(reminderEndpoints.offer, { offer, hour: 18, minute: 0 });
    await question(1);
    press(" ");
    await everythingLoaded(queryClient);
    expect(api.callsTo(billingEndpoints.plan)).toEqual([]);
    expect(screen.queryByRole("complementary", place)).toBeNull();
    press("3");
    await screen.findByRole("list", { name: "Términos revisados", hidden: true });
    await waitFor(() => expect(api.callsTo(reminderEndpoints.offer)).toHaveLength(1));
    await everythingLoaded(queryClient);
    return api;
  }

  it("is below everything else, and absent while cards are studied", async () => {
    await study(false);
    const list = screen.getByRole("list", { name: "Términos revisados", hidden: true });
    expect((await slot()).compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  it("is replaced by the offer of a reminder", async () => {
    await study(true);
    await screen.findByRole("region", { name: /^¿Te avisamos por correo/ });
    expect(screen.queryByRole("complementary", place)).toBeNull();
  });

  it("is absent with Premium", async () => {
    const api = await study(false, true);
    expect(api.callsTo(billingEndpoints.plan)).toEqual([]);
    expect(screen.queryByRole("complementary", place)).toBeNull();
  });
});
