import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import { type Context, perContext } from "#context.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import { createWorkers } from "#platform/concurrency/workers.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ImportOutcome, ImportTask, Progress } from "./imports.task.ts";

/** A busy machine may need minutes for a large collection. */
const READING_TIMEOUT_MS = 300_000;
const WRITING_TIMEOUT_MS = 600_000;
/** The JavaScript heap; unpacked files are on disk. */
const MEMORY_MB = 128;
const LEFTOVER_AGE_MS = 2 * 3600_000;

const IDLE_MS = 30_000;

/** The deadline of a rereading, which is short because a user waits for it. */
const REREADING_TIMEOUT_MS = 20_000;

/** At most two child processes read at a time, for different accounts; other imports wait. */
const turns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 2 }));
const rereadingTurns = perContext(
  (_ctx: Context) =>
    new AccountTurns({
      atOnce: 2,
      maxWaitingPerAccount: 1,
      // A turn must be able to outlast the rereadings before it.
      waitMs: REREADING_TIMEOUT_MS + 5_000,
      refusal: "Ya se está leyendo el archivo de otra manera. Espera un momento y vuelve a intentarlo.",
    }),
);
/** The temporary folders of tasks that this server is running. */
const foldersInUse = perContext((_ctx: Context) => new Set<string>());
const workers = perContext((_ctx: Context) =>
  createWorkers<ImportTask, Progress, ImportOutcome>(new URL("./imports.process.ts", import.meta.url), {
    memoryMb: MEMORY_MB,
    restMs: IDLE_MS,
  }),
);

export type ImportWork = {
  readonly what: ImportTask["what"];
  readonly owner: OwnerId;
  readonly importId: string;
  readonly fileName: string | null;
  readonly moment: () => Moment;
  readonly options: ImportOptions;
};

export type WorkOptions = {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly deadlineMs?: number;
};

/** Runs a task of an import in a child process when it is the account's turn. Deletes its temporary folder afterwards. */
export function runInProcess(ctx: Context, work: ImportWork, workOptions: WorkOptions): Promise<ImportOutcome> {
  const {
    signal,
    onProgress = () => {},
    deadlineMs = work.what === "read" ? READING_TIMEOUT_MS : WRITING_TIMEOUT_MS,
  } = workOptions;
  return turns(ctx).run(work.owner, () => runTask(ctx, work, { signal, onProgress, deadlineMs }));
}

/** Rereads a file while its user waits for the response, so it does not queue behind running imports. */
export function rereadInProcess(ctx: Context, work: Omit<ImportWork, "what">): Promise<ImportOutcome> {
  const workOptions = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: REREADING_TIMEOUT_MS };
  return rereadingTurns(ctx).run(work.owner, () => runTask(ctx, { what: "read", ...work }, workOptions));
}

async function runTask(
  ctx: Context,
  { moment, ...work }: ImportWork,
  { signal, onProgress, deadlineMs }: Required<WorkOptions>,
): Promise<ImportOutcome> {
  const { config, scheduleSettings: settings } = ctx;
  const limits = { freeLimits: config.freeLimits, stripe: config.stripe === null ? null : {} };
  const tempFolder = await makeTempFolder(ctx, work.importId);
  foldersInUse(ctx).add(tempFolder);
  try {
    const where = { connectionString: ctx.directUrl(), tempFolder, mediaLimit: config.mediaLimit };
    const task = { ...work, moment: moment(), settings, limits, ...where };
    return await workers(ctx)(task, { deadlineMs, signal }, onProgress);
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
    foldersInUse(ctx).delete(tempFolder);
  }
}

const tempRoot = ({ config }: Context) => path.join(config.dataDir, "imports");

async function makeTempFolder(ctx: Context, importId: string): Promise<string> {
  const root = tempRoot(ctx);
  await mkdir(root, { recursive: true });
  return mkdtemp(path.join(root, `${importId}-`));
}

/** Removes the folders that killed processes left behind: those of one import, or all old ones. */
export async function removeLeftovers(ctx: Context, now: Date, importId?: string): Promise<void> {
  const root = tempRoot(ctx);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = path.join(root, name);
    const changed = await stat(folder).catch(() => null);
    if (foldersInUse(ctx).has(folder)) continue;
    const isOld = changed !== null && now.getTime() - changed.mtimeMs > LEFTOVER_AGE_MS;
    if (importId === undefined ? isOld : name.startsWith(importId)) await rm(folder, { recursive: true, force: true });
  }
}
