import type { Batch } from "@repasa/contract/cards.ts";
import { AppError } from "#platform/http/app-error.ts";

export type Replaced = { find: string; replacement: string };

/** What is to be done, with all that it needs. */
export type Order =
  | { action: "delete" | "suspend" | "resume" | "reset" }
  | { action: "move"; folderId: number }
  | { action: "tag" | "untag"; tags: readonly string[] }
  | ({ action: "replace" } & Replaced);

export function orderOf({ action, folderId, tags = [], find, replacement = "" }: Batch): Order {
  switch (action) {
    case "move":
      if (folderId === undefined) throw missing("folderId", "Elige una carpeta");
      return { action, folderId };
    case "tag":
    case "untag":
      if (tags.length === 0) throw missing("tags", "Elige al menos una etiqueta");
      return { action, tags };
    case "replace":
      if (find === undefined) throw missing("find", "Escribe el texto que quieres reemplazar");
      return { action, find, replacement };
    default:
      return { action };
  }
}

function missing(path: string, message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path, message }] });
}
