import { authJobs } from "#features/auth/auth.jobs.ts";
import { billingJobs } from "#features/billing/billing.jobs.ts";
import { memoryJobs } from "#features/memory/memory.jobs.ts";
import { reminderJobs } from "#features/reminders/reminders.jobs.ts";
import type { JobHandlers } from "./job.ts";

export const allJobs = {
  auth: authJobs,
  reminders: reminderJobs,
  billing: billingJobs,
  memory: memoryJobs,
};

export type AllJobHandlers = { readonly [F in keyof typeof allJobs]: JobHandlers<(typeof allJobs)[F]> };
