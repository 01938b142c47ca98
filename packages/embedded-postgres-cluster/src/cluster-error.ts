/** Why a cluster cannot be created, started or joined. The system's own error, where there is one, is the error's `cause`. */
export type ClusterFailure =
  /** Failures of PostgreSQL's programs. `path` is their directory. */
  | { readonly code: "programs_not_installed"; readonly platform: string }
  | { readonly code: "programs_not_runnable"; readonly path: string }
  /** This process is root, and the system has no unprivileged account that PostgreSQL could run as. */
  | { readonly code: "no_unprivileged_user" }
  /** Failures of files. `path` is the directory, file or cluster concerned. */
  | { readonly code: "directory_not_writable"; readonly path: string }
  | { readonly code: "directory_unusable"; readonly path: string }
  | { readonly code: "foreign_owner"; readonly path: string; readonly uid: number }
  | { readonly code: "not_a_cluster"; readonly path: string }
  /** Major versions, such as "17". */
  | { readonly code: "other_version"; readonly path: string; readonly found: string; readonly expected: string }
  | { readonly code: "creation_failed"; readonly path: string }
  | { readonly code: "log_not_writable"; readonly path: string }
  | { readonly code: "password_unreadable"; readonly path: string }
  /** `path` is the file whose password PostgreSQL refuses. */
  | { readonly code: "wrong_password"; readonly path: string }
  /** Failures of a start. `reason` is a message of PostgreSQL, in English. */
  | { readonly code: "start_failed"; readonly path: string; readonly reason: string; readonly logFile: string }
  | { readonly code: "no_port" }
  | { readonly code: "ports_taken"; readonly path: string }
  | { readonly code: "not_answering"; readonly path: string };

/** A problem that the user of the program can solve. The message is for developers; callers write their own from `failure`. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  readonly failure: ClusterFailure;

  constructor(failure: ClusterFailure, options?: ErrorOptions) {
    const { code, ...details } = failure;
    const reason = options?.cause instanceof Error ? [options.cause.message] : [];
    super([code.replaceAll("_", " "), ...Object.values(details), ...reason].join(": "), options);
    this.failure = failure;
  }
}

/** Returns the code of a system error, such as `ENOENT`; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
