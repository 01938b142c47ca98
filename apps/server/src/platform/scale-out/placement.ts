// Where the rows of each table are once the database is distributed over several machines (`npm run db:distribute`). Tables
// with a `user_id` are distributed by it unless they are listed here; tables without one stay on the coordinator.

/** Reasons, by the tables or statements that they are about. */
type Reasons = Readonly<Record<string, string>>;

/**
 * The column that tables are distributed by. For a statement to reach one shard alone, it has to compare this column with a
 * parameter in each table that it reads: Citus does not find the shard through the column of another row.
 */
export const OWNER_COLUMN = "user_id";

/** The table that the others are colocated with, so that all rows of a user are on one worker. */
export const ANCHOR = "folders";

/**
 * Complete on every node. A write goes to all nodes at once, so tables that change often do not belong here. A row lock would
 * be taken on every node, in no particular order, so users are locked by `accountLock` (an advisory lock) instead.
 */
export const ON_EVERY_NODE: Reasons = {
  users: "every table's key leads here, and an address is unique among all",
  user_preferences: "read with the session on the coordinator, and with the cards where they are",
};

/** With a `user_id`, and yet on the coordinator alone. Only these may have keys that are unique among all users. */
export const ON_THE_COORDINATOR: Reasons = {
  sessions: "a request knows its session before it knows its user",
  devices: "signing in: found by an address and the browser's secret",
  password_resets: "a link is opened before anybody is known",
  previous_emails: "a link is opened before anybody is known, and an address is kept from all others",
  email_verifications: "a link is opened before anybody is known",
  sign_in_steps: "signing in: the browser's secret finds the user",
  passkeys: "signing in: a passkey finds its user",
  authenticator_apps: "signing in: read with the passkeys",
  recovery_codes: "signing in: read with the passkeys",
  user_reminders: "found by when the next reminder is due, whoever's it is, and by a mail's link",
  push_subscriptions: "an endpoint is unique among all, and ends with its session",
  user_billing: "the provider's events name their customer alone",
  class_codes: "a code finds its class, whoever's it is",
  access_events: "visitors are counted too",
  feedback: "visitors write too",
  share_tokens: "a link is opened before anybody is known",
  share_reports: "an operator reads what anybody reported",
};

/** Functions that run on the worker with the user's rows. Their first argument is the user. */
export const AT_THE_USERS_ROWS: readonly string[] = ["log_review", "record_changes"];

/** Statements that reach several shards, by some of their words. Every other statement is about one user. */
export const SEVERAL_SHARDS: Reasons = {
  "as seen (user_id, since) join user_breaks": "planning reminders: the breaks of a batch of users at once",
  "delete from email_reminders where ( email_reminders . user_id , email_reminders . id ) in":
    "cleaning up: what mails have announced, all users, in portions",
  "delete from batches where ( batches . user_id , batches . id ) in":
    "cleaning up: what can no longer be undone, all users, in portions",
  "delete from card_versions where ( card_versions . user_id , card_versions . id ) in":
    "cleaning up: versions that are no longer available, all users, in portions",
  "select distinct user_id from changes where": "cleaning up: whose feeds name things that were gone long ago",
  "delete from imports where ( imports . file_bytes =": "cleaning up: uploads that broke off, all users, once an hour",
  "select user_id , id , status from imports where (( imports . status =":
    "cleaning up: imports that nobody goes on with, all users, once an hour",
  "update imports set preview = $1 where ( imports . preview is not null":
    "cleaning up: previews of what is over, all users, once an hour",
  "delete from import_files where ( import_files . user_id , import_files . import_id ) in":
    "cleaning up: files of imports that are over, all users, once an hour",
  "delete from import_cards where (user_id, import_id) in":
    "cleaning up: what undoing old imports would need, all users, once an hour",
  "delete from import_folders where (user_id, import_id) in":
    "cleaning up: what undoing old imports would need, all users, once an hour",
  "select user_scheduling . user_id from user_scheduling left join user_preferences":
    "fitting weights: whose are due, all users, a page at a time",
  "select user_id , id , time_zone , attention_at from tests where tests . attention_at <=":
    "finishing tests whose time is over, all users, once a minute",
  "with part as ( select user_id, id from media": "cleaning up: files that no card uses, all users, in portions",
  "select distinct user_id from follows where": "daily pulls: who follows a folder, all users, a page at a time",
  "select distinct id from media where": "cleaning up: shared files that no account has, all users, in portions",
  "delete from media where unused_since <=": "cleaning up: files that no card uses, all users, in portions",
};

export type Place = "every node" | "by user" | "coordinator";

export function placeOfTable(name: string, hasOwner: boolean): Place {
  if (name in ON_EVERY_NODE) return "every node";
  return hasOwner && !(name in ON_THE_COORDINATOR) ? "by user" : "coordinator";
}
