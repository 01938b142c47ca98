// Saves the answers of a quiz while the student goes on, one call at a time, and again when the network fails.

import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import { ApiError, hasCode, meansTrouble } from "#lib/api-error.ts";
import { addListener } from "#lib/listeners.ts";
import { callServer } from "#lib/server-calls.ts";

const RETRY_MS = 3_000;

/**
 * - `failed`: true after an attempt that got no response.
 * - `over`: true once the server takes no answers any more.
 */
export type SavingState = { readonly failed: boolean; readonly over: boolean };

/** Stored for this tab, so that a reload loses no answer that waits. */
const keyOf = (quizId: number) => `repasa:test-answers:${quizId}`;

export class AnswerSaver {
  readonly #quizId: number;
  readonly #onSaved: (n: number, answer: QuizAnswer) => void;
  readonly #waiting: Map<number, QuizAnswer>;
  readonly #listeners = new Set<() => void>();
  #state: SavingState = { failed: false, over: false };
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onSaved Is called when the server has stored an answer. */
  constructor(quizId: number, onSaved: (n: number, answer: QuizAnswer) => void) {
    this.#quizId = quizId;
    this.#onSaved = onSaved;
    this.#waiting = readStored(quizId);
  }

  readonly state = (): SavingState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => addListener(this.#listeners, listener);

  /** The answers that the server does not have yet, by the numbers of their questions. */
  get waiting(): ReadonlyMap<number, QuizAnswer> {
    return this.#waiting;
  }

  save(n: number, answer: QuizAnswer): void {
    // The last answer to a question is the one that counts.
    this.#waiting.delete(n);
    this.#waiting.set(n, answer);
    this.#store();
    void this.flush();
  }

  /** Sends what waits. Returns whether the server has all answers now. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
    return this.#waiting.size === 0;
  }

  /** Stops trying again; what waits stays stored. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    for (let first = this.#first(); first; first = this.#first()) {
      const [n, body] = first;
      try {
        await callServer(quizEndpoints.answer, { params: { id: this.#quizId, n }, body });
        this.#onSaved(n, body);
      } catch (error) {
        if (isTemporary(error)) {
          this.#update({ failed: true });
          this.#timer = setTimeout(() => void this.flush(), RETRY_MS);
          return;
        }
        if (hasCode(error, "conflict")) {
          this.#waiting.clear();
          this.#store();
          this.#update({ over: true, failed: false });
          return;
        }
      }
      if (this.#waiting.get(n) === body) this.#waiting.delete(n);
      this.#store();
      this.#update({ failed: false });
    }
  }

  #first(): [number, QuizAnswer] | undefined {
    return this.#waiting.entries().next().value;
  }

  #store(): void {
    try {
      if (this.#waiting.size === 0) sessionStorage.removeItem(keyOf(this.#quizId));
      else sessionStorage.setItem(keyOf(this.#quizId), JSON.stringify([...this.#waiting]));
    } catch {
      // Without storage, the answers are in memory only.
    }
  }

  #update(changes: Partial<SavingState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

const isTemporary = (error: unknown): boolean =>
  meansTrouble(error) || (error instanceof ApiError && error.status === 429);

function readStored(quizId: number): Map<number, QuizAnswer> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(quizId)) ?? "[]") as [number, QuizAnswer][]);
  } catch {
    return new Map();
  }
}
