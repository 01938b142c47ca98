// What the rules are given to know about this project.
import { classification } from "./table-classification.ts";
import { VOCABULARY, type Vocabulary } from "./vocabulary.ts";

/** Exceptions from a rule, `<path>#<function>` with the reason. One that nothing needs any more is an error. */
export type Exceptions = Record<string, string>;

export interface Settings {
  vocabulary: Vocabulary;
  longFunctions: Exceptions;
  ownerlessQueries: Exceptions;
  /** Names of the database tables that belong to users. */
  personalTables: ReadonlySet<string>;
}

const LONG_FUNCTIONS: Exceptions = {};

const AUTH = "apps/server/src/features/auth/auth.queries.ts";
const BILLING = "apps/server/src/features/billing/billing.queries.ts";
const REMINDERS = "apps/server/src/features/reminders/reminders.queries.ts";

/** Queries of personal tables that run before the user is known, or for many users at once. */
const OWNERLESS_QUERIES: Exceptions = {
  [`${AUTH}#selectUserByEmail`]: "signing in: the address finds the user",
  [`${AUTH}#selectSession`]: "the session's hash finds the user",
  [`${AUTH}#deleteSession`]: "by the hash of the session that the request came with",
  [`${AUTH}#deleteExpiredSessions`]: "cleaning up, all users",
  [`${AUTH}#updateResetToken`]: "a forgotten password: the address finds the user",
  [`${AUTH}#isResetToken`]: "the secret of a link, opened signed out",
  [`${AUTH}#spendResetToken`]: "the secret of a link, opened signed out",
  [`${AUTH}#selectVerification`]: "the secret of a link, opened signed out",
  [`${BILLING}#selectOwnerOfCustomer`]: "the provider's events name the customer alone",
  [`${BILLING}#endGraces`]: "planning, all users",
  [`${REMINDERS}#selectOwnerOfToken`]: "the secret of a link, opened signed out",
  [`${REMINDERS}#lockDueUsers`]: "planning in batches, all users",
  [`${REMINDERS}#deleteEmailReminders`]: "cleaning up, all users",
};

export const SETTINGS: Settings = {
  vocabulary: VOCABULARY,
  longFunctions: LONG_FUNCTIONS,
  ownerlessQueries: OWNERLESS_QUERIES,
  personalTables: new Set(Object.keys(classification.personal)),
};
