import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { idParams } from "#fields.ts";

/** `excel` is a CSV table with semicolons, which Spanish Excel expects. */
const exportFormat = z.enum(["apkg", "csv", "excel", "json"], {
  error: "El formato debe ser apkg, csv, excel o json",
});
export type ExportFormat = z.output<typeof exportFormat>;

export const exportEndpoints = {
  folder: defineEndpoint("GET /api/folders/{id}/export", {
    summary:
      "Exports a folder's cards as a file: for Anki, as a table, or whole as JSON; within ten minutes of signing in or confirming who one is",
    reads: ["folders", "cards", "reviews"],
    params: idParams,
    query: z.object({ format: z._default(exportFormat, "apkg") }),
    download: true,
    errors: ["not_found", "confirmation_required"],
  }),
  account: defineEndpoint("GET /api/account/export", {
    summary:
      "Exports everything that the account holds as a file; within ten minutes of signing in or confirming who one is",
    reads: ["user", "preferences", "folders", "cards", "reviews", "exams", "quizzes"],
    query: z.object({ format: z._default(exportFormat, "json") }),
    download: true,
    errors: ["confirmation_required"],
  }),
};
