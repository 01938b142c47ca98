import { accountJobs } from "#features/account/account.jobs.ts";
import { authJobs } from "#features/auth/auth.jobs.ts";
import { billingJobs } from "#features/billing/billing.jobs.ts";
import { cardJobs } from "#features/cards/cards.jobs.ts";
import { classJobs } from "#features/classes/classes.jobs.ts";
import { factorsJobs } from "#features/factors/factors.jobs.ts";
import { feedbackJobs } from "#features/feedback/feedback.jobs.ts";
import { followerJobs } from "#features/followers/followers.jobs.ts";
import { followingJobs } from "#features/following/following.jobs.ts";
import { importJobs } from "#features/imports/imports.jobs.ts";
import { mediaJobs } from "#features/media/media.jobs.ts";
import { memoryJobs } from "#features/memory/memory.jobs.ts";
import { quizJobs } from "#features/quizzes/quizzes.jobs.ts";
import { reminderJobs } from "#features/reminders/reminders.jobs.ts";
import type { HandlersOf } from "#platform/jobs/job.ts";

export const allJobs = {
  auth: authJobs,
  account: accountJobs,
  factors: factorsJobs,
  reminders: reminderJobs,
  billing: billingJobs,
  media: mediaJobs,
  memory: memoryJobs,
  cards: cardJobs,
  followers: followerJobs,
  following: followingJobs,
  imports: importJobs,
  quizzes: quizJobs,
  classes: classJobs,
  feedback: feedbackJobs,
};

export type AllJobHandlers = HandlersOf<typeof allJobs>;
