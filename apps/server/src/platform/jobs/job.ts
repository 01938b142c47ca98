import type { Queryable } from "#platform/db/pool.ts";

/** A kind of work that nobody waits for: a job is stored in the database until a worker does it. Times are in seconds. */
export type JobKind<Data extends object> = {
  readonly name: string;
  /** A failed attempt is repeated after `retryDelay`, then after twice as long each time, at most `retryDelayMax`. */
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  readonly expireInSeconds: number;
  /** The number of batches that a worker processes at a time, independently of each other. */
  readonly concurrency: number;
  /** The number of jobs in a batch, at least 2. A batch ends with its slowest job. */
  readonly batch: number;
  /**
   * True if jobs of one account run one after another, so that other accounts' jobs run in between. Their data holds the
   * account's `userId`.
   */
  readonly onePerAccount: boolean;
  /** When the worker enqueues it by itself, in cron's notation and UTC. */
  readonly cron: string | null;
  readonly data?: Data;
};

type Options = Partial<Omit<JobKind<object>, "name" | "data">>;

const defaults = {
  retryLimit: 24,
  retryDelay: 10,
  retryDelayMax: 600,
  expireInSeconds: 90,
  concurrency: 1,
  batch: 2,
  onePerAccount: false,
  cron: null,
};

/** Describes a kind of work. By default a job is retried for about three hours. */
export function defineJob<Data extends object>(name: string, options: Options = {}): JobKind<Data> {
  return { ...defaults, ...options, name };
}

export type JobRun = {
  /** The same in every attempt, even if a dead letter is retried. */
  readonly id: string;
  readonly now: Date;
  readonly enqueuedAt: Date;
  /** Aborted when the worker was taken for dead: another worker may be doing the job now. */
  readonly signal?: AbortSignal;
};

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;

type DataOf<K> = K extends JobKind<infer Data> ? Data : never;

/** A handler for each kind of a feature: one that is missing does not compile. */
export type JobHandlers<T> = { readonly [K in keyof T]: JobHandler<DataOf<T[K]>> };

/** The kinds of all features, by feature and name. */
export type KindTables = Readonly<Record<string, Readonly<Record<string, JobKind<object>>>>>;

/** A handler for each kind of all features. */
export type HandlersOf<K extends KindTables> = { readonly [F in keyof K]: JobHandlers<K[F]> };

export function listKinds(tables: KindTables): JobKind<object>[] {
  return Object.values(tables).flatMap((table) => Object.values(table));
}

/** A kind and its handler. */
export type Work = readonly [kind: JobKind<object>, handle: JobHandler<object>];

export function pairWithHandlers<K extends KindTables>(tables: K, handlers: HandlersOf<K>): Work[] {
  return Object.entries(tables).flatMap(([feature, table]) => {
    // HandlersOf has checked that the pairs match; a loop over both loses that.
    const own = handlers[feature] as Record<string, JobHandler<object>>;
    return Object.entries(table).map(([name, kind]): Work => [kind, own[name] as JobHandler<object>]);
  });
}

/** Adds one job for each item of `data`. In a transaction they exist only if it commits. */
export type Enqueue = <Data extends object>(db: Queryable, kind: JobKind<Data>, data: readonly Data[]) => Promise<void>;

/** Thrown by a handler when another attempt would not help: the job becomes a dead letter at once. */
export class PermanentFailure extends Error {
  override name = "PermanentFailure";
}
