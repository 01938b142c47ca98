import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";

/** The account that a turn belongs to. Work of no account (null) waits in one queue, and only `atOnce` limits it. */
export type Account = OwnerId | null;

export type TurnLimits = {
  /** The number of turns that may run at a time, over all accounts. */
  atOnce?: number;
  /** The number of these that one account may hold. */
  perAccount?: number;
  /** The number of these that one account may begin while another account holds or awaits a turn; `perAccount` by default. */
  perAccountBesideOthers?: number;
  /** The number of turns that may wait, over all accounts (`maxWaiting`) and for one account. */
  maxWaiting?: number;
  maxWaitingPerAccount?: number;
  /** The longest wait in milliseconds; unlimited by default. */
  waitMs?: number | undefined;
  /** The Spanish message of the error if the account itself has too many turns. */
  refusal?: string;
  retryAfterSeconds?: number;
};

const TOO_MANY = "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.";

/**
 * Limits how much work of a kind runs at a time in this process. Waiting accounts are served round-robin: when a turn ends, the
 * next one goes to the account whose own last turn is longest ago. Nobody therefore waits for more than one turn of each other
 * account, however many turns that account requests.
 *
 * A turn is refused at once if too many are waiting already, and later if it has waited too long. The error is `rate_limited` if
 * the account's own turns are in the way, and `unavailable` if those of other accounts are.
 */
export class AccountTurns {
  readonly #limits: Required<TurnLimits>;
  readonly #runningOf = new Map<Account, number>();
  /** The waiting turns of each account, in the order in which the accounts are served. No queue is empty. */
  readonly #queues = new Map<Account, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor({ maxWaiting = 1_000, ...limits }: TurnLimits) {
    const { perAccount = 1 } = limits;
    this.#limits = {
      atOnce: Number.POSITIVE_INFINITY,
      perAccount,
      perAccountBesideOthers: perAccount,
      maxWaiting,
      maxWaitingPerAccount: maxWaiting,
      waitMs: undefined,
      refusal: TOO_MANY,
      retryAfterSeconds: 5,
      ...limits,
    };
  }

  /** Runs a task when its turn has come. */
  async run<T>(account: Account, task: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    const end = await this.take(account, gone);
    try {
      return await task();
    } finally {
      end();
    }
  }

  /**
   * Waits for a turn of the account, but no longer than until `gone` is aborted. With `mayWait` false it fails instead of waiting.
   *
   * @returns A function that ends the turn; calling it again does nothing.
   */
  async take(account: Account, gone?: AbortSignal, { mayWait = true } = {}): Promise<() => void> {
    // A turn that may not wait is better begun beside others than refused.
    const hasFullShare = mayWait ? this.#hasFullShare(account) : this.#hasFullShare(account, { isAlone: true });
    if (this.#running < this.#limits.atOnce && !hasFullShare) return this.#begin(account);
    if (!mayWait) throw this.#refusal(hasFullShare);
    if (this.hasFullQueue(account)) throw this.#refusal(true);
    if (this.#waiting >= this.#limits.maxWaiting) throw this.#refusal(false);
    return this.#wait(account, gone);
  }

  /** Returns whether the account's queue is full, so that it cannot wait for another turn. */
  hasFullQueue(account: Account): boolean {
    return account !== null && this.countWaiting(account) >= this.#limits.maxWaitingPerAccount;
  }

  countWaiting(account: Account): number {
    return this.#queues.get(account)?.length ?? 0;
  }

  #hasFullShare(account: Account, { isAlone = this.#isAlone(account) } = {}): boolean {
    const { perAccount, perAccountBesideOthers } = this.#limits;
    const limit = isAlone ? perAccount : perAccountBesideOthers;
    return account !== null && (this.#runningOf.get(account) ?? 0) >= limit;
  }

  /** Returns whether no other account holds or awaits a turn. */
  #isAlone(account: Account): boolean {
    const running = this.#runningOf.get(account) ?? 0;
    return this.#running === running && this.#waiting === this.countWaiting(account);
  }

  #begin(account: Account): () => void {
    this.#running++;
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#running--;
      const left = (this.#runningOf.get(account) ?? 0) - 1;
      if (left > 0) this.#runningOf.set(account, left);
      else this.#runningOf.delete(account);
      this.#moveToEnd(account);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    // An account that is served moves to the end of the map, so this loop visits it again.
    for (const [account, queue] of this.#queues) {
      if (this.#running >= this.#limits.atOnce) return;
      if (this.#hasFullShare(account)) continue;
      const next = queue.shift();
      this.#moveToEnd(account);
      this.#waiting--;
      next?.();
    }
  }

  #moveToEnd(account: Account): void {
    const queue = this.#queues.get(account);
    this.#queues.delete(account);
    if (queue && queue.length > 0) this.#queues.set(account, queue);
  }

  #wait(account: Account, gone: AbortSignal | undefined): Promise<() => void> {
    const { waitMs } = this.#limits;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const begin = () => {
      settle();
      resolve(this.#begin(account));
    };
    const giveUp = () => {
      settle();
      this.#leave(account, begin);
      reject(this.#refusal(this.#hasFullShare(account)));
    };
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs).unref();
    const settle = () => {
      clearTimeout(timer);
      gone?.removeEventListener("abort", giveUp);
    };
    const queue = this.#queues.get(account) ?? [];
    queue.push(begin);
    this.#queues.set(account, queue);
    this.#waiting++;
    if (gone?.aborted) giveUp();
    else gone?.addEventListener("abort", giveUp, { once: true });
    return promise;
  }

  #leave(account: Account, begin: () => void): void {
    const queue = this.#queues.get(account) ?? [];
    queue.splice(queue.indexOf(begin), 1);
    if (queue.length === 0) this.#queues.delete(account);
    this.#waiting--;
  }

  #refusal(isOwn: boolean): AppError {
    const { refusal, retryAfterSeconds } = this.#limits;
    return isOwn
      ? new AppError("rate_limited", refusal, { retryAfterSeconds })
      : new AppError("unavailable", TOO_MANY, { retryAfterSeconds });
  }
}
