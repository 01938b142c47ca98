import type { Queryable } from "#platform/db/pool.ts";

/** A kind of work that nobody waits for: it lies in the database until a worker does it. Times are in seconds. */
export type JobKind<Data extends object> = {
  readonly name: string;
  /** A failed attempt is repeated after `retryDelay`, then after twice as long each time, at most `retryDelayMax`. */
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  readonly expireInSeconds: number;
  /** How many batches a worker does at once, independently. */
  readonly concurrency: number;
  /** Jobs a batch takes, 2 at least. A batch ends with its slowest job. */
  readonly batch: number;
  /**
   * True if jobs of one account run one after another, so that other accounts' jobs run in between. Their data holds the
   * account's `userId`.
   */
  readonly onePerAccount: boolean;
  /** When it is enqueued by itself, in cron's notation and UTC. */
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

/** Describes a kind of work. By default it is tried for some three hours. */
export function defineJob<Data extends object>(name: string, options: Options = {}): JobKind<Data> {
  return { ...defaults, ...options, name };
}

export type JobRun = {
  /** The same in every attempt, also when a dead letter is tried again. */
  readonly id: string;
  readonly now: Date;
  readonly askedAt: Date;
  /** Aborted when the worker was taken for dead: another may have the job now. */
  readonly signal?: AbortSignal;
};

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;

type DataOf<K> = K extends JobKind<infer Data> ? Data : never;

/** A handler for each kind of a feature: one that is missing does not compile. */
export type JobHandlers<T> = { readonly [K in keyof T]: JobHandler<DataOf<T[K]>> };

/** Adds one job per datum. In a transaction they exist only if it commits. */
export type Enqueue = <Data extends object>(db: Queryable, kind: JobKind<Data>, data: readonly Data[]) => Promise<void>;

/** Another attempt would not help: the job becomes a dead letter at once. */
export class PermanentFailure extends Error {
  override name = "PermanentFailure";
}
