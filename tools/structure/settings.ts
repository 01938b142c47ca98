// What the rules are given to know about this project.
import { SERVER_VOCABULARY } from "./server-vocabulary.ts";
import { classification } from "./table-classification.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { WEB_VOCABULARY } from "./web-vocabulary.ts";

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

const ACCOUNT = "apps/server/src/features/account/account.queries.ts";
const AUTH = "apps/server/src/features/auth/auth.queries.ts";
const DEVICES = "apps/server/src/features/auth/devices/devices.queries.ts";
const UNDOING = "apps/server/src/features/auth/undoing/undoing.queries.ts";
const FACTORS = "apps/server/src/features/factors/factors.queries.ts";
const BILLING = "apps/server/src/features/billing/billing.queries.ts";
const FEEDBACK = "apps/server/src/features/feedback/feedback.queries.ts";
const OPERATORS = "apps/server/src/features/operators/operators.queries.ts";
const MEDIA = "apps/server/src/features/media/media.queries.ts";
const BATCH = "apps/server/src/features/cards/batch/batch.queries.ts";
const IMPORTS = "apps/server/src/features/imports/imports.queries.ts";
const WRITING = "apps/server/src/features/imports/writing/writing.queries.ts";
const REMINDERS = "apps/server/src/features/reminders/reminders.queries.ts";
const PLANNING = "apps/server/src/features/reminders/planning/planning.queries.ts";

/** Queries of personal tables that run before the user is known, or for many users at once. */
const OWNERLESS_QUERIES: Exceptions = {
  [`${AUTH}#selectUserByEmail`]: "signing in: the address finds the user",
  [`${ACCOUNT}#selectClosedAccounts`]: "deleting closed accounts whose time has come, all users",
  [`${AUTH}#selectSession`]: "the session's hash finds the user",
  [`${AUTH}#deleteSession`]: "by the hash of the session that the request came with",
  [`${AUTH}#deleteExpiredSessions`]: "cleaning up, all users",
  [`${AUTH}#deleteExpiredResets`]: "cleaning up, all users",
  [`${AUTH}#insertReset`]: "a forgotten password: the address finds the user",
  [`${AUTH}#selectReset`]: "the secret of a link, opened signed out",
  [`${AUTH}#selectVerification`]: "the secret of a link, opened signed out",
  [`${DEVICES}#selectDevice`]: "signing in: the address and the browser's secret find the device",
  [`${DEVICES}#deleteExpiredDevices`]: "cleaning up, all users",
  [`${UNDOING}#selectPreviousEmail`]: "the secret of a link, opened signed out",
  [`${UNDOING}#deleteExpiredPreviousEmails`]: "cleaning up, all users",
  [`${FACTORS}#selectPasskey`]: "signing in: the passkey finds the user",
  [`${FACTORS}#selectStep`]: "signing in: the browser's secret finds the user",
  [`${FACTORS}#deleteExpiredSteps`]: "cleaning up, all users",
  [`${FACTORS}#tryStep`]: "signing in: the browser's secret finds the user",
  [`${BILLING}#selectOwnerOfCustomer`]: "the provider's events name the customer alone",
  [`${BILLING}#endGraces`]: "planning, all users",
  [`${FEEDBACK}#selectFeedback`]: "an operator answers it; visitors write too",
  [`${FEEDBACK}#selectUnanswered`]: "an operator reads what anybody wrote",
  [`${OPERATORS}#selectAccount`]: "an operator looks for an account by its address or id",
  [`${BILLING}#markReminded`]: "planning in batches, all users",
  [`${MEDIA}#noteUnusedMedia`]: "cleaning up, all users",
  [`${MEDIA}#deleteUnusedMedia`]: "cleaning up, all users",
  [`${BATCH}#deleteOldBatches`]: "cleaning up, all users",
  [`${IMPORTS}#deleteBrokenUploads`]: "cleaning up, all users",
  [`${IMPORTS}#selectStale`]: "cleaning up, all users",
  [`${IMPORTS}#deleteOldContents`]: "cleaning up, all users",
  [`${IMPORTS}#deleteUndoing`]: "cleaning up, all users",
  [`${WRITING}#createIncoming`]: "empty tables with the columns of others, for one connection",
  [`${REMINDERS}#selectOwnerOfToken`]: "the secret of a link, opened signed out",
  [`${PLANNING}#lockDueUsers`]: "planning in batches, all users",
  [`${REMINDERS}#deleteEmailReminders`]: "cleaning up, all users",
};

export const SETTINGS: Settings = {
  vocabulary: { server: SERVER_VOCABULARY, web: WEB_VOCABULARY },
  longFunctions: LONG_FUNCTIONS,
  ownerlessQueries: OWNERLESS_QUERIES,
  personalTables: new Set(Object.keys(classification.personal)),
};
