import type { ImportFormat, ImportResult } from "@repasa/contract/imports.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import type { PlanLimits } from "#features/billing/billing.limits.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ImportFailure, StoredOptions, StoredPreview } from "#schema/imports.ts";

export type ImportTask = {
  readonly what: "read" | "write" | "undo";
  readonly connectionString: string;
  readonly owner: OwnerId;
  readonly importId: string;
  /** Null for pasted text. */
  readonly fileName: string | null;
  /** An empty folder that only this task uses. */
  readonly tempFolder: string;
  readonly moment: Moment;
  readonly settings: SchedulerSettings;
  readonly limits: PlanLimits;
  /** The number of bytes of media that an account may hold; 0 for no limit. */
  readonly mediaLimit: number;
  readonly options: StoredOptions;
};

export type Progress = { readonly done: number; readonly total: number };

/** `given up` means that the import was cancelled, or that another process has done the work. */
export type ImportOutcome =
  | { readonly what: "read"; readonly format: ImportFormat; readonly preview: StoredPreview }
  | { readonly what: "written"; readonly result: ImportResult }
  | { readonly what: "failed"; readonly error: ImportFailure }
  | { readonly what: "given up" };

/** The part of a task that writing needs. */
export type WriteTask = Omit<ImportTask, "what" | "connectionString" | "tempFolder">;
