import type { Queryable } from "#db/pool.ts";

/** A kind of work that waits in the database until a worker does it: what an endpoint is for calls, for what nobody waits for. */
export type JobKind<Data extends object> = {
  readonly name: string;
  /** A try that fails is made again after so many seconds, then after twice as many, up to the longest pause. */
  readonly retries: number;
  readonly pause: number;
  readonly longestPause: number;
  /** How many seconds one try may take; a worker that has not told by then is taken for dead. */
  readonly patience: number;
  /** How many a worker does at once, apart from each other. */
  readonly concurrency: number;
  /** How many each takes at a time, 2 at least: one slow piece keeps the others' places. */
  readonly batch: number;
  /** When it begins by itself, in cron's words and UTC. */
  readonly cron: string | null;
  /** Only types know it. */
  readonly data?: Data;
};

type Options = Partial<Omit<JobKind<object>, "name" | "data">>;

const defaults = { retries: 24, pause: 10, longestPause: 600, patience: 90, concurrency: 1, batch: 2, cron: null };

/** Describes a kind of work; what is left out takes the defaults: one at a time, tried again for some three hours. */
export function defineJob<Data extends object>(name: string, options: Options = {}): JobKind<Data> {
  return { ...defaults, ...options, name };
}

/** One try at a piece of work. */
export type JobRun = {
  /** The same in every try, also when a dead letter is tried again. */
  readonly id: string;
  readonly now: Date;
  /** When it was asked for. */
  readonly askedAt: Date;
  /** Aborted when its worker was taken for dead, and another may have the work. */
  readonly signal?: AbortSignal;
};

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>;

/** A feature's kinds of work by name, as `<feature>.jobs.ts` lists them. */
export type JobTable = Readonly<Record<string, JobKind<object>>>;

type DataOf<K> = K extends JobKind<infer Data> ? Data : never;

/** A handler for each kind of a feature: one that is missing does not compile. */
export type JobHandlers<T> = { readonly [K in keyof T]: JobHandler<DataOf<T[K]>> };

/** Asks for work, each datum a piece; in a transaction it is asked for if that commits, and only then. */
export type Enqueue = <Data extends object>(db: Queryable, kind: JobKind<Data>, data: readonly Data[]) => Promise<void>;

/** Trying again would not help: straight to the dead letters. */
export class HopelessJob extends Error {
  override name = "HopelessJob";
}
