import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { paceEndpoints } from "@repasa/contract/pace.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { answerFromCopy, isStoredAnswer, WHOLE_QUEUE } from "#features/device/copy/copy.answers.ts";
import { type CopyDatabase, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { followFeed } from "#features/device/copy/copy.feed.ts";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import { type CallArguments, callServer, endpointUrl } from "#lib/api.ts";
import { isUnreachable } from "#lib/api-error.ts";
import { type AnyInput, type LocalAnswers, provideLocalAnswers, unlockCopy } from "#lib/local-answers.ts";

/** Several changes in a row are asked for together. */
const FOLLOW_DELAY_MS = 2000;
/** Answers that are older are asked for again when the copy is brought up to date. */
const OUTDATED_AFTER_MS = 15 * 60_000;
const MAX_ANSWERS = 500;

/** What Home and a study session need; screens that were open have stored their other answers themselves. */
const WANTED: readonly (readonly [Endpoint, AnyInput])[] = [
  [authEndpoints.currentUser, {}],
  [statsEndpoints.dailyReview, {}],
  [statsEndpoints.userStats, {}],
  [statsEndpoints.nearDays, {}],
  [accountEndpoints.preferences, {}],
  [billingEndpoints.plan, {}],
  [paceEndpoints.backlog, {}],
  [studyEndpoints.reviewQueue, WHOLE_QUEUE],
];

/** The copy of one account on this device. */
class Copy implements LocalAnswers {
  readonly userId: number;
  readonly #connection: DatabaseConnection<CopyDatabase>;
  readonly #stopping = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #following: Promise<void> | undefined;

  constructor(userId: number) {
    this.userId = userId;
    this.#connection = new DatabaseConnection(() => openCopyDatabase(userId));
  }

  readonly read = async (endpoint: Endpoint, input: AnyInput): Promise<unknown> => {
    if (this.#stopping.signal.aborted) return undefined;
    return this.#connection.use((database) => answerFromCopy(database, endpoint, input));
  };

  readonly note = (endpoint: Endpoint, input: AnyInput, answer: unknown): void => {
    if (isStoredAnswer(endpoint)) void this.#store(endpoint, input, answer).catch(warn);
  };

  readonly noteChange = ({ changes }: Endpoint): void => {
    if (changes.length > 0) this.followLater();
  };

  followLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.follow(), FOLLOW_DELAY_MS);
  }

  /** Brings the copy up to date, unless that is happening already. */
  follow(): Promise<void> {
    this.#following ??= this.#follow()
      .catch((error: unknown) => {
        if (!isUnreachable(error) && !this.#stopping.signal.aborted) warn(error);
      })
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  readonly close = (): void => {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    void this.#connection.close();
    if (current === this) current = undefined;
  };

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const work = async () => {
      const changed = await this.#connection.use((database) => followFeed(database, this.userId, signal));
      if (!signal.aborted) unlockCopy(this.userId);
      await this.#refreshAnswers(changed);
    };
    // One tab at a time. Without locks (on plain http) two tabs may write the same rows.
    if (navigator.locks) await navigator.locks.request(`repasa-copy-${this.userId}`, { signal }, work);
    else await work();
  }

  async #refreshAnswers(changed: boolean): Promise<void> {
    const { signal } = this.#stopping;
    const newest = Date.now() - (changed ? 0 : OUTDATED_AFTER_MS);
    for (const [endpoint, input] of WANTED) {
      const url = endpointUrl(endpoint, input);
      const stored = await this.#connection.use((database) => database.get("answers", url));
      if (stored && stored.at >= newest) continue;
      const answer = await callServer(endpoint, ...([input, { signal }] as unknown as CallArguments<Endpoint>));
      await this.#store(endpoint, input, answer);
    }
  }

  async #store(endpoint: Endpoint, input: AnyInput, body: unknown): Promise<void> {
    if (this.#stopping.signal.aborted || !this.#isOwn(endpoint, body)) return;
    await this.#connection.use(async (database) => {
      const { store, done } = database.transaction("answers", "readwrite");
      await store.put({ url: endpointUrl(endpoint, input), at: Date.now(), body: body ?? null });
      const surplus = (await store.count()) - MAX_ANSWERS;
      if (surplus > 0) {
        for (const key of await store.index("at").getAllKeys(null, surplus)) await store.delete(key);
      }
      await done;
    });
  }

  /** Another account may have signed in in another tab, while this page still shows the first one. */
  #isOwn({ path }: Endpoint, body: unknown): boolean {
    return path !== authEndpoints.currentUser.path || (body as { id?: unknown } | null)?.id === this.userId;
  }
}

let current: Copy | undefined;

/** Provides the answers of an account's copy to the calls of this page. */
export async function openCopy(userId: number): Promise<Copy> {
  if (current?.userId !== userId) {
    current?.close();
    current = new Copy(userId);
  }
  return current;
}

/**
 * Fills the copy of the signed-in account and keeps it up to date while the page is open. Does nothing in a browser whose
 * worker cannot open the app without a network, because a copy would then be of no use.
 */
export async function startCopy(userId: number, signal: AbortSignal): Promise<void> {
  // It stays pending for ever where there is no worker.
  await navigator.serviceWorker?.ready;
  if (signal.aborted || !navigator.serviceWorker) return;
  const opening = openCopy(userId);
  provideLocalAnswers(opening);
  const copy = await opening;
  const followIfVisible = () => document.hidden || copy.followLater();
  document.addEventListener("visibilitychange", followIfVisible, { signal });
  window.addEventListener("online", followIfVisible, { signal });
  await copy.follow();
}

function warn(error: unknown): void {
  console.warn("The copy of this device is not up to date", error);
}
