import { ClusterError, type ClusterFailure } from "@repasa/embedded-postgres-cluster/cluster-error.ts";
import { StartupError, systemReason } from "#platform/process/startup-error.ts";

/** Explains to an operator why the embedded database cannot be used. Other errors are returned as they are. */
export function embeddedDatabaseError(error: unknown): unknown {
  if (!(error instanceof ClusterError)) return error;
  return new StartupError(explainFailure(error.failure, error.cause), { cause: error });
}

function explainFailure(failure: ClusterFailure, cause: unknown): string {
  const reason = systemReason(cause);
  switch (failure.code) {
    case "programs_not_installed":
      return `The embedded PostgreSQL for ${failure.platform} is not installed: run npm install, or set DATABASE_URL.`;
    case "programs_not_runnable":
      return `The embedded PostgreSQL in ${failure.path} cannot be run: ${reason}. Set DATABASE_URL to use a PostgreSQL of your own.`;
    case "no_unprivileged_user":
      return "PostgreSQL does not run as root and this system has neither a postgres nor a nobody user: start as another user, or set DATABASE_URL.";
    case "directory_not_writable":
      return `DATA_DIR ${failure.path} cannot be written: ${reason}. Choose a directory that this user may write to.`;
    case "directory_unusable":
      return `${failure.path} cannot be used as the database's directory: ${reason}.`;
    case "foreign_owner":
      return `${failure.path} belongs to the user with id ${failure.uid}: start as that user or as root, or choose another DATA_DIR.`;
    case "not_a_cluster":
      return `${failure.path} is not empty and holds no database: move it away or choose another DATA_DIR.`;
    case "other_version":
      return `${failure.path} was made by PostgreSQL ${failure.found}, this version brings ${failure.expected}: dump it with the older version and load it into a new DATA_DIR.`;
    case "creation_failed":
      return `Cannot create the database in ${failure.path}: ${reason}.`;
    case "log_not_writable":
      return `${failure.path} cannot be written: ${reason}.`;
    case "password_unreadable":
      return `The database in ${failure.path} cannot be used: ${reason}.`;
    case "wrong_password":
      return `The password in ${failure.path} is not that of the database.`;
    case "start_failed": {
      const why = cause === undefined ? failure.reason : reason;
      return `The database in ${failure.path} does not start: ${why} (see ${failure.logFile})`;
    }
    case "no_port":
      return `No port can be had on 127.0.0.1: ${reason}.`;
    case "ports_taken":
      return `The database in ${failure.path} finds no free port on 127.0.0.1.`;
    case "not_answering":
      return `The database in ${failure.path} runs but does not answer: ${cause instanceof Error ? cause.message : "no reason given"}.`;
  }
}
