// The facts about this project that the rules use.
import { classification } from "./table-classification.ts";

export interface Settings {
  /** Reasons by `<path below the server's features>#<function>`. Listing a query that needs no exception is an error. */
  ownerlessQueries: Record<string, string>;
  /** Names of the database tables that belong to users. */
  personalTables: ReadonlySet<string>;
}

export const SETTINGS: Settings = {
  /** Queries of personal tables that run before the user is known, or for many users at once. */
  ownerlessQueries: {
    "account/account.queries.ts#selectClosedAccounts": "deleting closed accounts whose time has come, all users",
    "auth/auth.queries.ts#deleteExpiredResets": "cleaning up, all users",
    "auth/auth.queries.ts#deleteExpiredSessions": "cleaning up, all users",
    "auth/auth.queries.ts#deleteSession": "by the hash of the session that the request came with",
    "auth/auth.queries.ts#insertReset": "a forgotten password: the address finds the user",
    "auth/auth.queries.ts#selectReset": "the secret of a link, opened signed out",
    "auth/auth.queries.ts#selectSession": "the session's hash finds the user",
    "auth/auth.queries.ts#selectUserByEmail": "signing in: the address finds the user",
    "auth/auth.queries.ts#selectVerification": "the secret of a link, opened signed out",
    "auth/devices/devices.queries.ts#deleteExpiredDevices": "cleaning up, all users",
    "auth/devices/devices.queries.ts#selectDevice": "signing in: the address and the browser's secret find the device",
    "auth/undoing/undoing.queries.ts#deleteExpiredPreviousEmails": "cleaning up, all users",
    "auth/undoing/undoing.queries.ts#selectPreviousEmail": "the secret of a link, opened signed out",
    "billing/billing.queries.ts#endGraces": "planning, all users",
    "billing/billing.queries.ts#markReminded": "planning in batches, all users",
    "billing/billing.queries.ts#selectOwnerOfCustomer": "the provider's events name the customer alone",
    "cards/batch/batch.queries.ts#deleteOldBatches": "cleaning up, all users",
    "cards/versions/versions.queries.ts#deleteOldVersions": "cleaning up, all users",
    "classes/classes.queries.ts#selectClassOfCode": "joining a class: the code finds the teacher",
    "feed/feed.queries.ts#selectOwnersToPrune": "cleaning up, all users",
    "factors/factors.queries.ts#deleteExpiredSteps": "cleaning up, all users",
    "factors/factors.queries.ts#selectPasskey": "signing in: the passkey finds the user",
    "factors/factors.queries.ts#selectStep": "signing in: the browser's secret finds the user",
    "factors/factors.queries.ts#countStepTry": "signing in: the browser's secret finds the user",
    "feedback/feedback.queries.ts#selectFeedback": "an operator answers it; visitors write too",
    "feedback/feedback.queries.ts#selectUnanswered": "an operator reads what anybody wrote",
    "followers/followers.queries.ts#selectAccounts": "a row of one account names another one by its number",
    "imports/imports.queries.ts#deleteBrokenUploads": "cleaning up, all users",
    "imports/imports.queries.ts#deleteOldContents": "cleaning up, all users",
    "imports/imports.queries.ts#deleteUndoData": "cleaning up, all users",
    "imports/imports.queries.ts#selectStaleImports": "cleaning up, all users",
    "imports/incoming/incoming.queries.ts#createIncoming":
      "empty tables with the columns of others, for one connection",
    "media/media.queries.ts#deleteUnusedMedia": "cleaning up, all users",
    "media/media.queries.ts#selectHeldMedia": "cleaning up, all users",
    "media/media.queries.ts#updateUnusedMedia": "cleaning up, all users",
    "operators/operators.queries.ts#selectAccount": "an operator looks for an account by its address or id",
    "reminders/planning/planning.queries.ts#lockDueUsers": "planning in batches, all users",
    "reminders/reminders.queries.ts#deleteEmailReminders": "cleaning up, all users",
    "reminders/reminders.queries.ts#selectOwnerOfToken": "the secret of a link, opened signed out",
    "sharing/sharing.queries.ts#selectOwnerOfShare": "an operator looks for an account by one of its links",
    "sharing/sharing.queries.ts#selectReports": "an operator reads what anybody reported",
    "sharing/sharing.queries.ts#selectShareOfToken": "the token of a link, which anybody may open",
    "quizzes/quizzes.queries.ts#selectQuizzesToAttend": "finishing quizzes whose time is over, all users",
  },
  personalTables: new Set(Object.keys(classification.personal)),
};
