// Runs in a process of its own that does one task at a time: a file may hold anything, and a long history takes seconds to fold.

import { UnreadableFile } from "@repasa/card-files/unreadable-file.ts";
import type { ImportResult } from "@repasa/contract/imports.ts";
import { answerWork } from "#platform/concurrency/worker-tasks.ts";
import { openConnection } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import { unpackFile } from "./imports.opening.ts";
import type { ImportOutcome, ImportTask, Progress } from "./imports.task.ts";
import { takeOut } from "./undoing/undoing.service.ts";
import { bringIn } from "./writing/writing.bring.ts";
import { previewOf } from "./writing/writing.preview.ts";

async function doTask(task: ImportTask, tell: (progress: Progress) => void): Promise<ImportOutcome> {
  const connection = await openConnection(task.connectionString, "repasa-imports");
  try {
    if (task.what === "undo") return written(await takeOut(connection, task));
    const material = await unpackFile(connection.orm, task);
    try {
      if (task.what === "write") return written(await bringIn(connection, task, material, tell));
      const preview = await previewOf(connection.orm, task, material, tell);
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

function written(result: ImportResult | null): ImportOutcome {
  return result === null ? { what: "given up" } : { what: "written", result };
}

answerWork(doTask);
