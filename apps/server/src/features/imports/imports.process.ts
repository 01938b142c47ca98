// Runs in a child process, one task at a time, because a file may be malicious and a long history takes seconds to fold.

import { UnreadableFile } from "@repasa/card-files/unreadable-file.ts";
import type { ImportResult } from "@repasa/contract/imports.ts";
import { answerWork } from "#platform/concurrency/worker-tasks.ts";
import { openConnection } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Enqueue } from "#platform/jobs/job.ts";
import { unpackFile } from "./imports.opening.ts";
import type { ImportOutcome, ImportTask, Progress } from "./imports.task.ts";
import { revertImport } from "./undoing/undoing.service.ts";
import { createPreview } from "./writing/writing.preview.ts";
import { writeImport } from "./writing/writing.service.ts";

async function runTask(task: ImportTask, reportProgress: (progress: Progress) => void): Promise<ImportOutcome> {
  const connection = await openConnection(task.connectionString, "repasa-imports");
  try {
    if (task.what === "undo") {
      return toOutcome(await revertImport({ db: connection.orm, enqueue: enqueueFor(task) }, task));
    }
    const material = await unpackFile(connection.orm, task);
    try {
      if (task.what === "write") return toOutcome(await writeImport(connection, task, material, reportProgress));
      const preview = await createPreview(connection.orm, task, material, reportProgress);
      return { what: "read", format: material.format, preview };
    } finally {
      await material.close();
    }
  } catch (error) {
    if (error instanceof UnreadableFile) {
      return { what: "failed", error: { code: error.code, key: error.key, ...error.values } };
    }
    if (error instanceof AppError) return { what: "failed", error: { code: error.code, message: error.message } };
    throw error;
  } finally {
    await connection.close();
  }
}

/** The queue is loaded only once a folder that others follow goes with the import. */
function enqueueFor({ moment }: ImportTask): Enqueue {
  return async (db, kind, data) => {
    const { createRareEnqueue } = await import("#platform/jobs/queue.ts");
    await createRareEnqueue({ now: () => moment.now })(db, kind, data);
  };
}

function toOutcome(result: ImportResult | null): ImportOutcome {
  return result === null ? { what: "given up" } : { what: "written", result };
}

answerWork(runTask);
