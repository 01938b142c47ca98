import type { ImportStatus } from "@repasa/contract/imports.ts";
import type { Context } from "#context.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { WorkEnded } from "#platform/concurrency/workers.ts";
import { isDatabaseUnavailable } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { JobHandlers, JobRun } from "#platform/jobs/job.ts";
import { type Moment, momentAt } from "#platform/time/local-days.ts";
import type { ImportFailure } from "#schema/imports.ts";
import type { importJobs } from "./imports.jobs.ts";
import { removeLeftovers, runInProcess } from "./imports.processes.ts";
import {
  deleteBrokenUploads,
  deleteOldContents,
  deletePieces,
  deleteUndoData,
  type ImportRow,
  selectImportWithDayStart,
  selectStaleImports,
  updateImport,
  updateProgress,
} from "./imports.queries.ts";
import { findNoCardsFailure } from "./imports.service.ts";
import type { ImportOutcome, ImportTask, Progress } from "./imports.task.ts";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const REPORT_EVERY_MS = 500;

type ImportJob = { userId: OwnerId; importId: string };
const STATUS_DURING = { read: "reading", write: "running", undo: "undoing" } as const;

export function importJobHandlers(ctx: Context): JobHandlers<typeof importJobs> {
  return {
    read: (job, run) => runImportJob(ctx, "read", job, run),
    write: (job, run) => runImportJob(ctx, "write", job, run),
    undo: (job, run) => runImportJob(ctx, "undo", job, run),
    clean: (_, { now }) => cleanUp(ctx, now),
  };
}

async function runImportJob(
  ctx: Context,
  what: ImportTask["what"],
  { userId, importId }: ImportJob,
  run: JobRun,
): Promise<void> {
  const from = STATUS_DURING[what];
  const found = await selectImportWithDayStart(ctx.db, userId, importId);
  if (found?.row.status !== from) return;
  const { row, dayStartHour } = found;
  await removeLeftovers(ctx, run.now, importId);
  if (row.cancelled) return finishImport(ctx, row, { status: "cancelled" });
  const moment = () => momentAt(ctx.clock.now(), { timeZone: row.timeZone, dayStartHour });
  try {
    if (what !== "read") await settlePastDays(ctx, userId, moment());
    await storeOutcome(ctx, row, from, await runSupervised(ctx, what, row, moment, run));
  } catch (error) {
    if (run.signal?.aborted || isDatabaseUnavailable(error)) throw error;
    if (error instanceof WorkEnded && error.reason === "aborted")
      return finishImport(ctx, row, { status: "cancelled" });
    if (!(error instanceof WorkEnded)) ctx.log.error({ err: error, importId }, "an import failed");
    await failImport(ctx, row, toFailure(error));
  }
}

/** Runs the work in a child process. Meanwhile it stores the progress, and stops the process if the import is cancelled. */
async function runSupervised(
  ctx: Context,
  what: ImportTask["what"],
  { userId: owner, id: importId, fileName, options, status }: ImportRow,
  moment: () => Moment,
  { signal }: JobRun,
): Promise<ImportOutcome> {
  const stop = new AbortController();
  let progress: Partial<Progress> = {};
  const reportProgress = async () => {
    const { total, ...done } = progress;
    const change = { aliveAt: ctx.clock.now(), ...done, ...(total && { total }) };
    const row = await updateProgress(ctx.db, owner, importId, status, change);
    if (!row || row.cancelled) stop.abort();
  };
  const reporting = setInterval(() => void reportProgress().catch(() => {}), REPORT_EVERY_MS);
  try {
    await reportProgress();
    const task = { what, owner, importId, fileName, moment, options: options ?? {} };
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    return await runInProcess(ctx, task, {
      signal: both,
      onProgress: (latest) => {
        progress = latest;
      },
    });
  } finally {
    clearInterval(reporting);
  }
}

async function storeOutcome(ctx: Context, row: ImportRow, from: ImportStatus, outcome: ImportOutcome): Promise<void> {
  switch (outcome.what) {
    case "read": {
      const { format, preview } = outcome;
      const read = { format, preview, error: findNoCardsFailure(preview), done: 0, total: preview.cards };
      await updateImport(ctx.db, row.userId, row.id, from, { status: "ready", ...read, aliveAt: ctx.clock.now() });
      return;
    }
    case "failed":
      return failImport(ctx, row, outcome.error);
    case "given up":
      return finishImport(ctx, row, { status: "cancelled" });
    case "written":
  }
}

/** A failed undo has changed nothing, so the import stays done and can be undone again. */
function failImport(ctx: Context, row: ImportRow, error: ImportFailure): Promise<void> {
  return row.status === "undoing"
    ? finishImport(ctx, row, { status: "done" })
    : finishImport(ctx, row, { status: "failed", error });
}

async function finishImport(
  ctx: Context,
  row: Pick<ImportRow, "userId" | "id" | "status">,
  change: Partial<ImportRow>,
) {
  await ctx.db.transaction(async (transaction) => {
    await updateImport(transaction, row.userId, row.id, row.status, change);
    await deletePieces(transaction, row.userId, row.id);
  });
}

function toFailure(error: unknown): ImportFailure {
  if (error instanceof WorkEnded && error.reason === "memory") {
    return { code: "too_big", key: "outOfMemory" };
  }
  if (error instanceof WorkEnded) {
    return { code: "too_slow", key: "timedOut" };
  }
  return { code: "internal", key: "internal" };
}

async function cleanUp(ctx: Context, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await deleteBrokenUploads(ctx.db, before(2 * HOUR_MS));
  const weekAgo = before(7 * DAY_MS);
  for (const row of await selectStaleImports(ctx.db, { ready: weekAgo, working: before(2 * HOUR_MS) })) {
    if (row.status === "ready") await finishImport(ctx, row, { status: "cancelled", preview: null });
    else if (row.status === "undoing") await finishImport(ctx, row, { status: "done" });
    else await finishImport(ctx, row, { status: "failed", error: toFailure(null) });
  }
  await deleteOldContents(ctx.db, weekAgo);
  await deleteUndoData(ctx.db, before(30 * DAY_MS));
  await removeLeftovers(ctx, now);
}
