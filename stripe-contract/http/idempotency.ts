import { Refusal } from "../refusal.ts";

export interface Answer {
  status: number;
  body: string;
}

/** Answers by idempotency key: of calls that began to act, errors included. Stripe keeps none of malformed requests. */
export class IdempotencyStore {
  readonly #kept = new Map<string, { fingerprint: string; answer: Answer }>();

  /** The kept answer; throws when the key was used for something else. */
  find(key: string, fingerprint: string): Answer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    if (kept.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new Refusal(message, { type: "idempotency_error" });
    }
    return kept.answer;
  }

  keep(key: string, fingerprint: string, answer: Answer): void {
    this.#kept.set(key, { fingerprint, answer });
  }
}
