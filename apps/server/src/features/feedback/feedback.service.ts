import type { Queryable } from "#db/pool.ts";
import type { Client } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { insertFeedback } from "./feedback.queries.ts";

type FeedbackInput = {
  rating: number;
  feedback: string;
  timestamp?: string | undefined;
  userAgent?: string | undefined;
  email?: string | undefined;
};
type Dependencies = { db: Queryable; throttle: Throttle };

export type FeedbackService = ReturnType<typeof createFeedbackService>;

export function createFeedbackService({ db, throttle }: Dependencies) {
  return {
    /** Who sends it is told by the session alone; an e-mail address is kept only of somebody signed out. */
    async send(
      owner: OwnerId | null,
      moment: Moment,
      client: Client,
      input: FeedbackInput,
    ): Promise<{ message: string }> {
      await throttle.take("feedbackAddress", client.address);
      await insertFeedback(db, {
        userId: owner,
        rating: input.rating,
        feedback: input.feedback,
        email: owner === null ? emailOf(input.email) : null,
        userAgent: input.userAgent || client.userAgent,
        timestamp: writtenAt(input.timestamp),
        createdAt: moment.now,
      });
      return { message: "¡Gracias por tu opinión!" };
    },
  };
}

// As accounts keep theirs, so that deleting an account finds it. Lower case can be longer: "İ" becomes two characters.
function emailOf(given: string | undefined): string | null {
  return given?.toLowerCase().slice(0, 255) || null;
}

// The contract lets any four-digit year pass; the database knows no year 0, and nobody wrote before 1970.
function writtenAt(timestamp: string | undefined): Date | null {
  const written = timestamp === undefined ? null : new Date(timestamp);
  return written && written.getTime() >= 0 ? written : null;
}
