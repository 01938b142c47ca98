// Where the rows of each table are once the database is spread over several machines (`npm run db:distribute`). Every
// other table with a `user_id` is distributed by it, and what has none stays on the coordinator.

/** Tables by the reason why they are there. */
type Placed = Readonly<Record<string, string>>;

export const OWNER_COLUMN = "user_id";

/** What the distributed tables are put beside: all rows of a user are on one worker. */
export const ANCHOR = "folders";

/** Whole on every node. A write goes to all of them at once, so what changes often has no place here. */
export const ON_EVERY_NODE: Placed = {
  users: "every table's key leads here, and an address is unique among all",
  user_preferences: "read with the session on the coordinator, and with the cards where they are",
};

/** With a `user_id`, and yet on the coordinator alone. Only they may have something unique among all users. */
export const ON_THE_COORDINATOR: Placed = {
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
  user_billing: "the provider's events name their customer alone",
  access_events: "visitors are counted too",
  feedback: "visitors write too",
};

/** Run on the worker that has the user's rows: their first argument is the user. */
export const AT_THE_USERS_ROWS: readonly string[] = ["log_review"];

/** Statements that reach several shards, by words of theirs, with the reason. Every other one is about one user. */
export const SEVERAL_SHARDS: Placed = {
  "as seen (user_id, since) join user_breaks": "planning reminders: the breaks of a batch of users at once",
  "delete from email_reminders where ( email_reminders . user_id , email_reminders . id ) in":
    "cleaning up: what mails have announced, all users, in portions",
  "delete from batches where ( batches . user_id , batches . id ) in":
    "cleaning up: what can no longer be undone, all users, in portions",
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
  "with part as ( select user_id, id from media": "cleaning up: files that no card uses, all users, in portions",
  "delete from media where unused_since <=": "cleaning up: files that no card uses, all users, in portions",
};

export type Place = "every node" | "by user" | "coordinator";

export function placeOfTable(name: string, hasOwner: boolean): Place {
  if (name in ON_EVERY_NODE) return "every node";
  return hasOwner && !(name in ON_THE_COORDINATOR) ? "by user" : "coordinator";
}
