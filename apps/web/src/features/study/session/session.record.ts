import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { SessionCounts } from "#features/study/study.state.ts";
import { callApi } from "#lib/api.ts";
import { isUnreachable } from "#lib/api-error.ts";

const SEND_DELAY_MS = 1500;

type Change =
  | { cardsStudied: number; easyCount: number; goodCount: number; hardCount: number }
  | { completedAt: string };

/** Sends the server its record of a study session. Nothing depends on that record, so failures are only logged. */
export class StudyRecord {
  readonly #folderId: number | null;
  #id: number | null;
  #unsent: SessionCounts | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #calls: Promise<void>;

  constructor(folderId: number | null, knownId: number | null) {
    this.#folderId = folderId;
    this.#id = knownId;
    this.#calls = knownId === null ? logFailure(() => this.#begin()) : Promise.resolve();
  }

  id(): number | null {
    return this.#id;
  }

  count(counts: SessionCounts): void {
    this.#unsent = counts;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), SEND_DELAY_MS);
  }

  complete(counts: SessionCounts, at: Date): void {
    this.#unsent = counts;
    this.flush();
    this.#update({ completedAt: at.toISOString() });
    // From now on there is something to lose. Where the browser asks the user, it does so once.
    void navigator.storage?.persist?.().catch(() => false);
  }

  flush(): void {
    clearTimeout(this.#timer);
    if (this.#unsent) this.#update(toSessionUpdate(this.#unsent));
    this.#unsent = undefined;
  }

  whenRecorded(): Promise<void> {
    return this.#calls;
  }

  async #begin(): Promise<void> {
    const body = { folderId: this.#folderId, cardsStudied: 0 };
    this.#id = (await callApi(studyEndpoints.startSession, { body })).id;
  }

  #update(body: Change): void {
    this.#calls = this.#calls.then(() =>
      logFailure(async () => {
        const id = this.#id;
        if (id !== null) await callApi(studyEndpoints.updateSession, { params: { id }, body }, { keepalive: true });
      }),
    );
  }
}

function toSessionUpdate({ studied, easy, medium, hard }: SessionCounts): Change {
  return { cardsStudied: studied, easyCount: easy, goodCount: medium, hardCount: hard };
}

async function logFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Without a network the ratings themselves wait in the outbox.
    if (!isUnreachable(error)) console.error("The study session was not recorded", error);
  }
}
