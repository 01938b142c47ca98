import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { EXAM_FOLDERS_REQUIRED, EXAM_FOLDERS_TOO_MANY, EXAM_MOST_FOLDERS, examName } from "#exams.forms.ts";
import { clientId, count, id, idParams, instant, localDate } from "#fields.ts";

const INVALID_FOLDER = "La carpeta no es válida";

const examForm = z.object({
  name: examName,
  date: localDate,
  folderIds: z
    .array(z.int({ error: INVALID_FOLDER }).check(z.positive({ error: INVALID_FOLDER })), {
      error: EXAM_FOLDERS_REQUIRED,
    })
    .check(
      z.minLength(1, { error: EXAM_FOLDERS_REQUIRED }),
      z.maxLength(EXAM_MOST_FOLDERS, { error: EXAM_FOLDERS_TOO_MANY }),
    ),
});

export const examFolder = z.object({ folderId: id, name: z.string(), cards: count });
export type ExamFolder = z.output<typeof examFolder>;

export const exam = z.object({
  id,
  name: z.string(),
  date: localDate,
  /** From the user's today to the exam: 0 on the day itself, negative after it. */
  daysLeft: z.int(),
  cards: count,
  /** By name; empty when all of them were deleted. */
  folders: z.array(examFolder),
  createdAt: instant,
  updatedAt: instant,
});
export type Exam = z.output<typeof exam>;

export const examEndpoints = {
  list: defineEndpoint({
    method: "GET",
    path: "/api/exams",
    summary: "The user's exams: those to come, the nearest first, then those that are over, the last first",
    reads: ["exams", "folders", "cards"],
    response: z.array(exam),
  }),
  create: defineEndpoint({
    method: "POST",
    path: "/api/exams",
    summary: "Sets an exam on cards of some folders; the same clientId again answers the exam that it made first",
    changes: ["exams"],
    status: 201,
    body: z.extend(examForm, { clientId }),
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  update: defineEndpoint({
    method: "PUT",
    path: "/api/exams/{id}",
    summary: "Changes an exam; one that is over keeps its date, or gets one to come",
    changes: ["exams"],
    params: idParams,
    body: examForm,
    response: exam,
    errors: ["not_found", "conflict"],
  }),
  remove: defineEndpoint({
    method: "DELETE",
    path: "/api/exams/{id}",
    summary: "Deletes an exam; its folders and cards stay",
    changes: ["exams"],
    status: 204,
    params: idParams,
    errors: ["not_found"],
  }),
};
