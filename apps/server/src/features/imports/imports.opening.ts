import { open } from "node:fs/promises";
import path from "node:path";
import type { Material } from "@repasa/card-files/material.ts";
import { openCardFile } from "@repasa/card-files/open-card-file.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { selectPiece } from "./imports.queries.ts";
import type { ImportTask } from "./imports.task.ts";

type FileTask = Pick<ImportTask, "owner" | "importId" | "fileName" | "tempFolder" | "moment" | "options">;

/** Writes the file of an import from the database to the disk, and opens it. */
export async function unpackFile(db: Queryable, task: FileTask): Promise<Material> {
  const { fileName, tempFolder, moment, options } = task;
  const file = path.join(tempFolder, "file");
  const text = await writePieces(db, task, file);
  const { separator, header, columns } = options;
  return openCardFile(fileName === null ? { text: text.toString() } : { path: file, fileName }, {
    tempFolder,
    separator: separator || undefined,
    header,
    columns,
    now: moment.now.getTime(),
    timeZone: moment.timeZone,
  });
}

/** Writes an uploaded file to the disk. Pasted text, which is small, is returned instead. */
async function writePieces(db: Queryable, { owner, importId, fileName }: FileTask, file: string): Promise<Buffer> {
  const texts: Uint8Array[] = [];
  const written = fileName === null ? null : await open(file, "wx");
  try {
    for (let piece = 0; ; piece++) {
      const data = await selectPiece(db, owner, importId, piece);
      if (data === undefined) return Buffer.concat(texts);
      if (written) await written.write(data);
      else texts.push(data);
    }
  } finally {
    await written?.close();
  }
}
