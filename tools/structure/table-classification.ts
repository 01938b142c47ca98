// Says of every database table whose data it holds. A table that is missing here fails `npm run check`, so that account
// deletion and the export forget none.

/** What `check-tables.ts` demands of a personal table. */
export type TableRule = "user-id" | "cascade" | "primary-key" | "foreign-keys" | "uniques";

interface Exported {
  /** Whether GET /api/account/export includes it, or why not. */
  export: true | { no: string };
}

export interface PersonalTable extends Exported {
  /** Rules that this table may break, each with the reason. */
  exceptions?: Partial<Record<TableRule, string>>;
}

export interface KeptTable extends Exported {
  /** Why rows may outlive the account, and what becomes of personal data in them. */
  reason: string;
}

export interface Classification {
  /** Each row belongs to one user. */
  personal: Record<string, PersonalTable>;
  /** May hold personal data, but not every row belongs to an account. */
  anonymisedOrKept: Record<string, KeptTable>;
  /** Nobody's data, with its purpose. */
  reference: Record<string, string>;
}

export const classification: Classification = {
  personal: {
    users: {
      export: true,
      exceptions: {
        "user-id": "its id is the user_id of all others",
        cascade: "it is where deletion begins",
        "primary-key": "its id is the user_id of all others",
        uniques: "an address belongs to one account, and a reset link finds its user",
      },
    },
    sessions: {
      export: { no: "login sessions are secrets of the service; GET /api/auth/sessions shows them" },
      exceptions: { "primary-key": "a request knows its session before it knows its user" },
    },
    user_preferences: { export: true },
    folders: { export: true },
    cards: { export: true },
    card_texts: { export: { no: "computed from the cards, which are in the export" } },
    exams: { export: true },
    exam_folders: { export: true },
    study_sessions: { export: true },
    reviews: { export: true },
    shared_dates: { export: true },
    user_breaks: { export: true },
    email_verifications: {
      export: { no: "links to confirm an address, which expire in days" },
      exceptions: { uniques: "a link is opened before anybody is known" },
    },
    email_reminders: { export: true },
    user_reminders: {
      export: true,
      exceptions: { uniques: "a mail's link to stop reminders works signed out" },
    },
    user_billing: {
      export: true,
      exceptions: { uniques: "the provider's events name their customer alone" },
    },
    user_scheduling: { export: { no: "computed from the reviews, which are in the export" } },
    refits: { export: { no: "computed from the reviews, which are in the export" } },
    user_days: { export: { no: "computed from the reviews, which are in the export" } },
    streak_gaps: { export: { no: "computed from the reviews, which are in the export" } },
  },
  anonymisedOrKept: {
    feedback: {
      reason: "visitors may write too; the rows of an account go with it",
      export: true,
    },
    access_events: {
      reason: "visits before signing in belong to nobody; the rows of an account go with it",
      export: { no: "counts of visits, without content of the user's own" },
    },
  },
  reference: {
    spaced_repetition_settings: "settings of the scheduler, the same for everybody",
    spaced_repetition_config: "first intervals, the same for everybody",
    billing_events: "ids of the provider's events that took effect, kept for ninety days; they name nobody",
    rate_limits: "counters under hashed keys, which expire by themselves",
  },
};
