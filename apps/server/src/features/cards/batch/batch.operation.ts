import type { Batch } from "@repasa/contract/cards.ts";
import { AppError } from "#platform/http/app-error.ts";

export type Replacement = { find: string; replacement: string };

/** The action of a batch with the parameters that this action requires. */
export type Operation =
  | { action: "delete" | "suspend" | "resume" | "reset" }
  | { action: "move"; folderId: number }
  | { action: "tag" | "untag"; tags: readonly string[] }
  | ({ action: "replace" } & Replacement);

export function parseOperation({ action, folderId, tags = [], find, replacement = "" }: Batch): Operation {
  switch (action) {
    case "move":
      if (folderId === undefined) throw missingField("folderId", "Elige una carpeta");
      return { action, folderId };
    case "tag":
    case "untag":
      if (tags.length === 0) throw missingField("tags", "Elige al menos una etiqueta");
      return { action, tags };
    case "replace":
      if (find === undefined) throw missingField("find", "Escribe el texto que quieres reemplazar");
      return { action, find, replacement };
    default:
      return { action };
  }
}

function missingField(path: string, message: string): AppError {
  return new AppError("validation_failed", message, { issues: [{ path, message }] });
}
