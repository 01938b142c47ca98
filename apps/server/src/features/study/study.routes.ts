import type { studyEndpoints } from "@repasa/contract/study.ts";
import type { Handlers } from "#http/call.ts";
import type { StudyService } from "./study.service.ts";

export function studyRoutes(study: StudyService): Handlers<typeof studyEndpoints> {
  return {
    reviewQueue: ({ owner, moment, query }) =>
      study.reviewQueue(owner, moment, { folderId: query.folderId ?? null, practice: query.practice === "true" }),
    review: ({ owner, moment, params, body }) => study.review(owner, moment, params.id, body),
    undoReview: ({ owner, moment, params }) => study.undoReview(owner, moment, params.id, params.reviewId),
    startSession: ({ owner, moment, body }) => study.startSession(owner, moment, body),
    updateSession: ({ owner, params, body }) => study.updateSession(owner, params.id, body),
  };
}
