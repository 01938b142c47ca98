// Generates with fast-check what others and files bring to a student's account, beside her own use of it (any-use.ts): the folder of an
// author whom she follows, the assignments of a class, and imports.
import type { MaterialCard } from "@repasa/card-files/material.ts";
import type { Class } from "@repasa/contract/classes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { addDays, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { assign, createClass, createFolderWithCards, joinClass } from "#testing/class-calls.ts";
import { sendForm } from "#testing/import-form.ts";
import { undoImport } from "#testing/import-results.ts";
import { cardWith, importMaterial, materialOf } from "#testing/import-world.ts";
import { addCard, listCards, shareFolder } from "#testing/sharing-world.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

export type OtherStep =
  | { does: "follow" | "unfollow" | "pull" | "undoPull" | "leave" }
  | { does: "author"; what: "add" | "edit" | "delete" | "move"; card: number; front: string; reverse: boolean }
  | { does: "assign"; days: number | null }
  | { does: "import"; cards: number; dueIn: number | null; ends: "done" | "undone" | "waiting" };

export const anyOtherStep: fc.Arbitrary<OtherStep> = fc.oneof(
  fc.record({ does: fc.constantFrom("follow", "unfollow", "pull", "pull", "pull", "undoPull", "leave") }),
  fc.record({
    does: fc.constant("author" as const),
    what: fc.constantFrom("add", "edit", "delete", "move"),
    card: fc.nat(30),
    front: fc.constantFrom("seis", "siete", "ocho"),
    reverse: fc.boolean(),
  }),
  fc.record({ does: fc.constant("assign" as const), days: fc.option(fc.integer({ min: 1, max: 40 })) }),
  fc.record({
    does: fc.constant("import" as const),
    // The largest one is a backlog, for which a plan is offered.
    cards: fc.constantFrom(1, 5, 5, 90),
    dueIn: fc.option(fc.integer({ min: -9, max: 9 })),
    ends: fc.constantFrom("done", "done", "undone", "waiting"),
  }),
);

type World = { author: TestClient; shared: number; elsewhere: number; link: Share; taught: Class };

/** An author, who is a teacher too, and the files of a student. */
export class Others {
  readonly #app: TestApp;
  readonly #student: TestClient;
  #world: World | undefined;
  #memberId: number | null = null;

  constructor(app: TestApp, student: TestClient) {
    this.#app = app;
    this.#student = student;
  }

  async perform(step: OtherStep, timeZone: string): Promise<unknown> {
    const student = this.#student;
    switch (step.does) {
      case "follow":
        return student.post(`/api/shares/${(await this.#meet()).link.token}/follow`, undefined, { timeZone });
      case "unfollow":
        return student.delete(`/api/folders/${(await this.#findFollowed())?.id}/follow`, { timeZone });
      case "pull":
        return student.post(`/api/folders/${(await this.#findFollowed())?.id}/pull`, {}, { timeZone });
      case "undoPull": {
        const batchId = (await this.#findFollowed())?.follows?.lastPull?.batchId;
        return student.post(`/api/batches/${batchId}/undo`, undefined, { timeZone });
      }
      case "author":
        return this.#write(step);
      case "assign":
        return this.#assign(step.days, timeZone);
      case "leave": {
        const { taught } = await this.#meet();
        const left = student.delete(`/api/classes/${taught.id}/members/${this.#memberId}`, { timeZone });
        this.#memberId = null;
        return left;
      }
      case "import":
        return this.#import(step, timeZone);
    }
  }

  async #meet(): Promise<World> {
    if (this.#world) return this.#world;
    const author = await this.#app.registerConfirmed();
    const shared = (await createFolderWithCards(author, "Química", 3)).id;
    const elsewhere = (await createFolderWithCards(author, "Física", 1)).id;
    this.#world = {
      author,
      shared,
      elsewhere,
      link: await shareFolder(author, shared),
      taught: await createClass(author),
    };
    return this.#world;
  }

  async #findFollowed(): Promise<Folder | undefined> {
    const { body } = await this.#student.get<Folder[]>("/api/folders");
    return body.find(({ follows }) => follows !== null);
  }

  async #write({ what, card, front, reverse }: Extract<OtherStep, { does: "author" }>): Promise<unknown> {
    const { author, shared, elsewhere } = await this.#meet();
    if (what === "add") return addCard(author, shared, { front, reverse });
    const cards = await listCards(author, shared);
    const chosen = cards[card % Math.max(1, cards.length)];
    if (!chosen) return undefined;
    if (what === "edit") return author.put(`/api/cards/${chosen.id}`, { front, back: chosen.back });
    return author.post("/api/cards/batch", { cardIds: [chosen.id], action: what, folderId: elsewhere });
  }

  async #assign(days: number | null, timeZone: string): Promise<void> {
    const { author, shared, elsewhere, taught } = await this.#meet();
    this.#memberId ??= (await joinClass(this.#student, taught, { sharesProgress: true })).memberId;
    const today = computeLocalDate(this.#app.clock.now(), { timeZone, dayStartHour: 4 });
    const folderIds = days !== null && days % 2 === 0 ? [shared] : [shared, elsewhere];
    await assign(author, taught, { folderIds, date: days === null ? null : addDays(today, days) });
    await this.#app.runJobs("classes.assign");
  }

  async #import({ cards, dueIn, ends }: Extract<OtherStep, { does: "import" }>, timeZone: string): Promise<unknown> {
    if (ends === "waiting") {
      return sendForm(this.#app, this.#student, [{ name: "text", data: "nueve\tnine" }], { "x-time-zone": timeZone });
    }
    const rows = Array.from({ length: cards }, (_, place) =>
      cardWith({ front: `carta ${place}`, ...schedule(dueIn, place) }),
    );
    const { id } = await importMaterial(this.#app, this.#student, materialOf(rows), { timeZone });
    return ends === "undone" && undoImport(this.#app, this.#student, id);
  }
}

/** Every fifth card is new, or all of them. */
function schedule(dueIn: number | null, place: number): Partial<MaterialCard> {
  if (dueIn === null || place % 5 === 4) return { isNew: true };
  const due = { inDays: dueIn + (place % 3) };
  return { schedule: { due, interval: 5, stability: 4 + place, difficulty: 5, ease: 2.5, reviewCount: 2 } };
}
