import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { idParams } from "#fields.ts";

export const exportFormat = z.enum(["apkg", "csv", "json"], { error: "El formato debe ser apkg, csv o json" });
export type ExportFormat = z.output<typeof exportFormat>;

export const exportEndpoints = {
  folder: defineEndpoint({
    method: "GET",
    path: "/api/folders/{id}/export",
    summary: "A folder's cards as a file: for Anki, as a table, or whole as JSON",
    reads: ["folders", "cards", "reviews"],
    params: idParams,
    query: z.object({ format: z._default(exportFormat, "apkg") }),
    download: true,
    errors: ["not_found"],
  }),
  account: defineEndpoint({
    method: "GET",
    path: "/api/account/export",
    summary: "Everything that the account holds, as a file",
    reads: ["user", "preferences", "folders", "cards", "reviews", "exams"],
    query: z.object({ format: z._default(exportFormat, "json") }),
    download: true,
  }),
};
