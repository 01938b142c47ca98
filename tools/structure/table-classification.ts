// Classifies every database table by the owner of its data. A table that is missing here fails `npm run check`, so that account
// deletion and the export do not omit any.

/** The rules of `check-tables.ts` for personal tables. */
export type TableRule = "user-id" | "cascade" | "primary-key" | "foreign-keys" | "uniques";

interface Exported {
  /** True if GET /api/account/export includes the table; otherwise the reason why it does not. */
  export: true | { no: string };
}

export interface PersonalTable extends Exported {
  /** The rules that this table may break, each with the reason. */
  exceptions?: Partial<Record<TableRule, string>>;
}

interface KeptTable extends Exported {
  /** The reason why rows may outlive the account, and the treatment of personal data in them. */
  reason: string;
}

export interface Classification {
  /** Tables in which each row belongs to one user. */
  personal: Record<string, PersonalTable>;
  /** Tables that may contain personal data, but not every row of which belongs to an account. */
  anonymisedOrKept: Record<string, KeptTable>;
  /** Tables without personal data, with their purposes. */
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
    devices: { export: { no: "hashes of secrets that browsers hold; they name no device" } },
    password_resets: {
      export: { no: "links to a new password, which expire in minutes" },
      exceptions: { uniques: "a link is opened before anybody is known" },
    },
    previous_emails: {
      export: { no: "addresses that the account has left, gone in days" },
      exceptions: { uniques: "a link is opened before anybody is known" },
    },
    user_preferences: { export: true },
    device_keys: {
      export: { no: "a secret that only devices with sealed data can use; it says nothing about the user" },
    },
    folders: { export: true },
    cards: { export: true },
    card_texts: { export: { no: "computed from the cards, which are in the export" } },
    card_media: { export: { no: "computed from the cards, which are in the export" } },
    card_versions: { export: { no: "texts that the user has replaced, gone in thirty days" } },
    change_feeds: { export: { no: "a position for devices that copy the account; it says nothing about the user" } },
    changes: { export: { no: "the order in which exported rows have changed" } },
    batches: { export: { no: "what undoing a batch needs, for a day" } },
    batch_cards: { export: { no: "what undoing a batch needs, for a day" } },
    follows: { export: { no: "the folders of the export say how they follow" } },
    followed_texts: {
      export: { no: "the author's texts as the last pull saw them; where they differ, the cards name them" },
    },
    followed_cards: { export: { no: "which of the author's cards the user's follow; the cards say how" } },
    followers: {
      export: { no: "numbers of other accounts; the links say how many follow" },
    },
    batch_texts: { export: { no: "what undoing a pull needs, for a day" } },
    media: { export: true },
    media_data: { export: true },
    imports: { export: true },
    import_files: { export: { no: "the user's own file, gone when it has been brought in" } },
    import_cards: { export: { no: "what undoing an import needs" } },
    import_folders: { export: { no: "what undoing an import needs" } },
    folder_shares: { export: true },
    share_tokens: {
      export: { no: "hashes of the tokens of links, which are in the export" },
      exceptions: { uniques: "a link is opened before anybody is known" },
    },
    share_reports: { export: { no: "what others have reported to the operators" } },
    exams: { export: true },
    exam_folders: { export: true },
    exam_moves: { export: true },
    tests: { export: true },
    classes: { export: { no: "in the list `classes` of the export, which is read from several shards" } },
    class_members: {
      export: { no: "names that others have chosen; the own one is in the list `classes` of the export" },
      exceptions: {
        "foreign-keys": "a member is on the teacher's shard, and goes with the account of the member, too",
      },
    },
    class_codes: {
      export: { no: "codes by which others join; GET /api/classes shows them" },
      exceptions: { uniques: "a code is typed by whoever has heard it" },
    },
    memberships: {
      export: { no: "in the list `classes` of the export, which is read from several shards" },
      exceptions: { "foreign-keys": "a membership ends with the account of the teacher, too" },
    },
    assignments: { export: { no: "in the list `classes` of the export, which is read from several shards" } },
    assignment_folders: { export: { no: "in the list `classes` of the export, which is read from several shards" } },
    member_figures: { export: { no: "computed from the reviews of the students, which are in their exports" } },
    assigned_folders: { export: { no: "which folders came by a class; the folders are in the export" } },
    assigned_exams: { export: { no: "which exams came by a class; the exams are in the export" } },
    study_sessions: { export: true },
    reviews: { export: true },
    shared_dates: { export: true },
    user_breaks: { export: true },
    email_verifications: {
      export: { no: "links to confirm an address, which expire in days" },
      exceptions: { uniques: "a link is opened before anybody is known" },
    },
    passkeys: {
      export: { no: "what signing in is checked against; GET /api/user/factors shows them" },
      exceptions: { uniques: "a passkey finds its user when signing in" },
    },
    authenticator_apps: { export: { no: "a secret of signing in; GET /api/user/factors shows that there is one" } },
    recovery_codes: { export: { no: "hashes of secrets; GET /api/user/factors shows how many are left" } },
    sign_in_steps: {
      export: { no: "sign-ins under way, for ten minutes" },
      exceptions: { uniques: "the browser's secret finds the user when signing in" },
    },
    email_reminders: { export: true },
    user_reminders: {
      export: true,
      exceptions: { uniques: "a mail's link to stop reminders works signed out" },
    },
    push_subscriptions: {
      export: {
        no: "addresses and keys that only the browsers can use; GET /api/push/subscriptions shows the browsers",
      },
      exceptions: {
        "foreign-keys": "a subscription ends with the session in which it was made, which its hash alone identifies",
        uniques: "a browser is subscribed for one account at a time",
      },
    },
    user_billing: {
      export: true,
      exceptions: { uniques: "the provider's events name their customer alone" },
    },
    user_scheduling: { export: { no: "computed from the reviews, which are in the export" } },
    recall_days: { export: { no: "computed from the reviews, which are in the export" } },
    refits: { export: { no: "computed from the reviews, which are in the export" } },
    user_days: { export: true },
    daily_figures: { export: true },
    streak_gaps: { export: true },
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
    passkey_challenges: "random numbers for browsers to sign, for five minutes; they name nobody",
    push_keys: "the key pair with which the installation signs its pushes; it names nobody",
    shared_media: "bytes of files that came with followed folders, while an account has one; they name nobody",
    rate_limits: "counters under hashed keys, which expire by themselves",
  },
};
