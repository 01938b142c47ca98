import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import * as weekEndpoints from "@repasa/contract/client/week.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Noun } from "@repasa/contract/endpoint.ts";
import type { StudyWeek } from "@repasa/contract/week.ts";
import { compareCards } from "#features/device/copy/copy.cards.ts";
import { listCopyOwners } from "#features/device/copy/copy.database.ts";
import { followFeed } from "#features/device/copy/copy.feed.ts";
import { namesLocalThing, readIds, resolveIds } from "#features/device/copy/copy.ids.ts";
import { storeMedia } from "#features/device/copy/copy.media.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { foldRatings, noteRating, readRatingsBefore } from "#features/device/copy/copy.ratings.ts";
import { isStoredResponse, respondFromCopy } from "#features/device/copy/copy.responses.ts";
import { readStored } from "#features/device/copy/copy.stored.ts";
import { listWeekCards } from "#features/device/copy/copy.week.ts";
import { keepPublicKey } from "#features/device/device.key.ts";
import { connectOutbox, removeTextsOfOthers } from "#features/device/device.outbox.ts";
import { askForSync } from "#features/device/device.sync.ts";
import { addEntry, describeEntry } from "#features/device/edits/edits.adding.ts";
import { findEditKind } from "#features/device/edits/edits.kinds.ts";
import { countRefused } from "#features/device/edits/edits.refused.ts";
import { applyWaiting } from "#features/device/edits/edits.waiting.ts";
import type { EditEntry, RatingEntry, UndoEntry } from "#features/device/outbox/outbox.entry.ts";
import type { Outbox } from "#features/device/outbox/outbox.queue.ts";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { meansTrouble } from "#lib/api-error.ts";
import { readConnection } from "#lib/connection.ts";
import { removeFlag } from "#lib/device-flags.ts";
import { hasLeftSession } from "#lib/left-session.ts";
import {
  type LocalResponses,
  noteCopyChanged,
  provideLocalResponses,
  unlockCopy,
  warnOfCopy,
} from "#lib/local-responses.ts";
import { invalidateChanged } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { storeReachedAt } from "#lib/reached-at.ts";
import { type AnyInput, type CallArguments, callServer, endpointUrl } from "#lib/server-calls.ts";

/** The feed is read once for several edits in a row. */
const FOLLOW_DELAY_MS = 2000;
/** During a session, the copy itself knows what each rating does. */
const FOLLOW_RATINGS_DELAY_MS = 120_000;
/** Responses that are older are asked for again when the copy is brought up to date. */
const OUTDATED_AFTER_MS = 15 * 60_000;
const MAX_RESPONSES = 500;
/** What other pages write in a row is shown together. */
const SHOW_DELAY_MS = 250;
/** On a slow network, the student waits no longer than this for an edit that can be sent later. */
const EDIT_TIMEOUT_MS = 10_000;

type Ask = Parameters<LocalResponses["call"]>[2];

/** The calls whose responses Home and a study session need. The responses of other screens are stored when they are opened. */
const WANTED: readonly (readonly [ClientEndpoint, AnyInput])[] = [
  [authEndpoints.currentUser, {}],
  [statsEndpoints.dailyReview, {}],
  [statsEndpoints.userStats, {}],
  [statsEndpoints.nearDays, {}],
  [accountEndpoints.preferences, {}],
  [billingEndpoints.plan, {}],
  [paceEndpoints.backlog, {}],
  [studyEndpoints.confusions, {}],
  [weekEndpoints.read, {}],
];

/** Answers the calls of a page from the copy of an account, keeps edits that cannot be sent, and brings the copy up to date. */
class CopyService implements LocalResponses {
  readonly userId: number;
  readonly #copy: Copy;
  readonly #outbox: Outbox;
  readonly #stopping = new AbortController();
  readonly #stopWatching: readonly (() => void)[];
  /** What other pages have changed, and this page has not shown yet. */
  #unseen: ReadonlySet<Noun> = new Set();
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #following: Promise<void> | undefined;
  /** The kinds of data that waiting edits concern. */
  #waiting: ReadonlySet<Noun> = new Set();
  #ids: ReadonlyMap<number, number> = new Map();
  /** True if ratings waited when the feed was last asked for changes, or could not be asked: the copy lacks them. */
  #isBehind = false;
  /** True since this page was not seen or had no network, until it has asked for what other devices changed meanwhile. */
  #isBehindOthers = false;

  constructor(userId: number) {
    this.userId = userId;
    this.#copy = new Copy(userId);
    this.#outbox = connectOutbox(userId);
    this.#stopWatching = [
      this.#outbox.subscribe(() => void this.#watchOutbox().catch(warn)),
      this.#outbox.subscribeRatings((entry) => void this.#noteRating(entry).catch(warn)),
    ];
    this.#copy.joinPages((nouns) => this.#showLater(nouns));
    document.addEventListener("visibilitychange", () => this.#showLater([]), { signal: this.#stopping.signal });
  }

  /** Applies the edits that wait from an earlier visit. */
  async open(): Promise<this> {
    await this.#watchOutbox();
    return this;
  }

  readonly call: LocalResponses["call"] = async (endpoint, given, ask) => {
    const input = await this.#resolve(endpoint.path, given);
    return endpoint.method === "GET" ? this.#get(endpoint, input, ask) : this.#change(endpoint, input, ask);
  };

  /** Replaces former ids in a call. */
  async #resolve(path: string, given: AnyInput): Promise<AnyInput> {
    const input = this.#ids.size === 0 ? given : resolveIds(path, given, this.#ids);
    if (!namesLocalThing(input)) return input;
    // Another tab, or this one in this moment, may have learnt the id.
    this.#ids = await this.#copy.use(readIds).catch(() => this.#ids);
    return resolveIds(path, given, this.#ids);
  }

  async #get(endpoint: ClientEndpoint, input: AnyInput, ask: Ask): Promise<unknown> {
    // The server's response would lack what waits.
    if (endpoint.reads.some((noun) => this.#waiting.has(noun))) {
      const response = await this.read(endpoint, input).catch(warn);
      if (response !== undefined) return response;
    }
    try {
      const response = await ask(input);
      this.note(endpoint, input, response);
      return response;
    } catch (error) {
      const mayRead = meansTrouble(error) && !hasLeftSession();
      const response = mayRead ? await this.read(endpoint, input).catch(warn) : undefined;
      if (response === undefined) throw error;
      return response;
    }
  }

  async #change(endpoint: ClientEndpoint, input: AnyInput, ask: Ask): Promise<unknown> {
    const mayWait = findEditKind(endpoint, input) !== undefined;
    // Changes are sent in order. What another tab has just made here is unknown to the server.
    const isAhead = this.#waiting.size > 0 || namesLocalThing(input);
    const mustWait = mayWait && (isAhead || readConnection().offline);
    const added = mustWait ? await this.#addEdit(endpoint, input) : null;
    if (added) return added.response;
    const timeout = mayWait ? AbortSignal.timeout(EDIT_TIMEOUT_MS) : undefined;
    try {
      const response = await ask(input, timeout);
      if (endpoint.changes.length > 0) this.followLater();
      return response;
    } catch (error) {
      const isLost = timeout?.aborted || meansTrouble(error);
      const late = mayWait && isLost ? await this.#addEdit(endpoint, input) : null;
      if (!late) throw error;
      return late.response;
    }
  }

  /**
   * Puts an edit into the outbox and shows it in the copy.
   *
   * @returns The response that the server is expected to give; null if the copy lacks the card or folder that the edit names.
   */
  async #addEdit(endpoint: ClientEndpoint, input: AnyInput): Promise<{ response: unknown } | null> {
    const described = await describeEntry(this.#copy, endpoint, input, Date.now());
    if (!described) return null;
    this.#waiting = new Set([...this.#waiting, ...endpoint.changes]);
    void askForSync();
    await addEntry(this.#copy, this.#outbox, described.entry);
    this.#copy.announce(endpoint.changes);
    return { response: described.response };
  }

  /** Applies waiting edits again, and reloads what was concerned by those that have been delivered meanwhile. */
  async #watchOutbox(): Promise<void> {
    if (this.#outbox.status().late) void askForSync();
    const before = this.#waiting;
    const waiting = await this.#applyWaiting();
    this.#waiting = new Set(waiting.flatMap(({ call }) => call.changes));
    await countRefused(this.userId);
    const delivered = [...before].filter((noun) => !this.#waiting.has(noun));
    if (delivered.length > 0) {
      // Their rows have been replaced by those of the server.
      this.#copy.noteWritten(delivered);
      await invalidateChanged(queryClient, { changes: delivered });
      this.followLater();
    } else if (this.#isBehind && (await this.#outbox.countWaiting()) === 0) {
      this.#isBehind = false;
      this.followLater();
    }
  }

  async #noteRating(entry: RatingEntry | UndoEntry): Promise<void> {
    await noteRating(this.#copy, entry);
    if (entry.kind === "undo") await countRefused(this.userId);
    // The stored Home shows the figures from before the rating.
    void removeFlag("home").catch(() => {});
    // With a network, the outbox reloads these queries when the server has the rating.
    const { offline } = readConnection();
    this.#copy.announce(offline ? studyEndpoints.review.changes : []);
    if (offline) {
      this.#isBehind = true;
      void askForSync();
      await invalidateChanged(queryClient, studyEndpoints.review);
    } else if (this.#timer === undefined) this.followLater(FOLLOW_RATINGS_DELAY_MS);
  }

  /** Notes what another page has changed, and shows it in a moment, once this page is seen. */
  #showLater(nouns: readonly Noun[]): void {
    this.#unseen = new Set([...this.#unseen, ...nouns]);
    clearTimeout(this.#showTimer);
    if (document.hidden || this.#unseen.size === 0) return;
    this.#showTimer = setTimeout(() => void this.#show().catch(warn), SHOW_DELAY_MS);
  }

  async #show(): Promise<void> {
    const changes = [...this.#unseen];
    this.#unseen = new Set();
    // The server's responses would lack what waits.
    await this.#watchOutbox();
    noteCopyChanged();
    await invalidateChanged(queryClient, { changes });
  }

  /** Applies waiting edits again, because rows from the server do not contain them. */
  async #applyWaiting(): Promise<readonly EditEntry[]> {
    const { waiting, ids } = await applyWaiting(this.#copy, this.#outbox);
    this.#ids = ids;
    return waiting;
  }

  readonly read = async (endpoint: ClientEndpoint, input: AnyInput): Promise<unknown> => {
    const { signal } = this.#stopping;
    if (signal.aborted) return undefined;
    try {
      return await respondFromCopy(this.#copy, endpoint, input);
    } catch (error) {
      // Its account has been left meanwhile.
      if (signal.aborted) return undefined;
      throw error;
    }
  };

  readonly respondedAt: LocalResponses["respondedAt"] = (endpoint, input) =>
    this.#copy.use(async (database) => (await readStored(database, endpoint, input))?.at);

  readonly compare: LocalResponses["compare"] = (cards, folderId) =>
    this.#copy.use((database) => compareCards(database, cards, folderId));

  readonly note = (endpoint: ClientEndpoint, input: AnyInput, response: unknown): void => {
    if (isStoredResponse(endpoint)) void this.#store(endpoint, input, response).catch(warn);
  };

  send(): void {
    this.#outbox.retryNow();
  }

  followLater(delay = FOLLOW_DELAY_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.follow();
    }, delay);
  }

  /** Brings the copy up to date in a moment, and shows what other devices have changed. */
  catchUp(): void {
    this.#isBehindOthers = true;
    this.followLater();
  }

  /** Brings the copy up to date, unless that is happening already. */
  follow(): Promise<void> {
    this.#following ??= this.#follow()
      .catch((error: unknown) => {
        if (meansTrouble(error) || this.#stopping.signal.aborted) return;
        if (!handleUnauthorized(queryClient, error)) warn(error);
      })
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  readonly close = (): void => {
    clearTimeout(this.#timer);
    clearTimeout(this.#showTimer);
    for (const stop of this.#stopWatching) stop();
    this.#stopping.abort();
    this.#copy.close();
    if (current === this) current = undefined;
  };

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const work = async () => {
      // First, because without the key nothing can be sealed. Without the server, the next call fails as well, and is handled.
      await keepPublicKey(this.userId, signal).catch(() => {});
      this.#isBehind = (await this.#outbox.countWaiting()) > 0;
      const changed = await followFeed(this.#copy, signal);
      if (changed.size > 0) {
        await this.#applyWaiting();
        this.#copy.announce([...changed]);
        noteCopyChanged();
        if (this.#isBehindOthers) this.#showLater([...changed]);
      }
      this.#isBehindOthers = false;
      if (!signal.aborted) await unlockCopy(this.userId);
      // Now, because the page may be gone before the rest has been read.
      storeReachedAt();
      await this.#refreshResponses(changed.size > 0);
      await this.#storeMedia();
    };
    // One tab at a time. Without locks (on plain http) two tabs may write the same rows.
    if (navigator.locks) await navigator.locks.request(`repasa-copy-${this.userId}`, { signal }, work);
    else await work();
  }

  async #refreshResponses(changed: boolean): Promise<void> {
    const { signal } = this.#stopping;
    const waiting = await this.#outbox.listWaiting();
    const before = await readRatingsBefore(this.#copy, waiting);
    const newest = Date.now() - (changed ? 0 : OUTDATED_AFTER_MS);
    for (const [endpoint, input] of WANTED) {
      const url = endpointUrl(endpoint, input);
      const stored = await this.#copy.use((database) => database.get("answers", url));
      if (stored && stored.at >= newest) continue;
      const response = await callServer(endpoint, ...([input, { signal }] as unknown as CallArguments));
      await this.#store(endpoint, input, response);
      if (endpoint !== weekEndpoints.read) continue;
      await foldRatings(this.#copy, before, response as StudyWeek);
      this.#copy.announce();
    }
  }

  async #storeMedia(): Promise<void> {
    const cards = await listWeekCards(this.#copy);
    await storeMedia(this.userId, cards, this.#stopping.signal);
  }

  async #store(endpoint: ClientEndpoint, input: AnyInput, body: unknown): Promise<void> {
    if (this.#stopping.signal.aborted || !this.#isOwn(endpoint, body)) return;
    await this.#copy.use(async (database) => {
      const { store, done } = database.transaction("answers", "readwrite");
      await store.put({ url: endpointUrl(endpoint, input), at: Date.now(), body: body ?? null });
      const surplus = (await store.count()) - MAX_RESPONSES;
      if (surplus > 0) {
        for (const key of await store.index("at").getAllKeys(null, surplus)) await store.delete(key);
      }
      await done;
    });
    this.#copy.noteWritten();
  }

  /** Another account may have signed in in another tab, while this page still shows the first one. */
  #isOwn({ path }: ClientEndpoint, body: unknown): boolean {
    return path !== authEndpoints.currentUser.path || (body as { id?: unknown } | null)?.id === this.userId;
  }
}

/** The one that answers the calls of this page. */
let current: CopyService | undefined;

async function openCopy(userId: number): Promise<CopyService> {
  if (current?.userId !== userId) {
    current?.close();
    current = new CopyService(userId);
    await current.open().catch(warn);
  }
  return current;
}

/** Opens the copy of whoever was signed in last. Returns undefined if another page has removed it meanwhile, instead of creating it. */
export async function openKeptCopy(userId: number): Promise<CopyService | undefined> {
  return (await listCopyOwners()).includes(userId) ? openCopy(userId) : undefined;
}

/** Fills the copy of the signed-in account and keeps it up to date while the page is open. */
export async function startCopy(userId: number, signal: AbortSignal): Promise<void> {
  // The account may have been left, and its copy removed, while this code was loading.
  if (signal.aborted) return;
  const opening = openCopy(userId);
  provideLocalResponses(opening);
  const copy = await opening;
  const followIfVisible = () => (document.hidden ? storeReachedAt() : copy.catchUp());
  document.addEventListener("visibilitychange", followIfVisible, { signal });
  window.addEventListener("online", followIfVisible, { signal });
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.type === "send-outbox" && copy.send(), {
    signal,
  });
  // A page that removed another account's copy, which it does last, was killed before.
  if ((await listCopyOwners()).some((owner) => owner !== userId)) await removeTextsOfOthers(userId);
  await copy.follow();
}

function warn(error: unknown): void {
  warnOfCopy("The copy of this device is not up to date", error);
}
