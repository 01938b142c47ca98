/** A reason not to start that the operator can act on: `main.ts` prints the message alone, without a stack, and exits 1. */
export class StartupError extends Error {
  override readonly name = "StartupError";

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s+/g, " ").trim(), options);
  }
}

const SYSTEM_REASONS: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "it cannot be created there",
  ENOTDIR: "a part of that path is a file, not a directory",
  EEXIST: "it is a file, not a directory",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EADDRINUSE: "another program already listens there",
  EADDRNOTAVAIL: "this machine has no such address",
};

/** The reason of a failed system call in plain words, for the end of a StartupError's line. */
export function systemReason(error: unknown): string {
  const code = systemErrorCode(error);
  return (code && SYSTEM_REASONS[code]) || (error instanceof Error ? error.message : String(error));
}

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What a failed `listen` means for the operator. */
export function listenError(error: unknown, host: string, port: number): StartupError {
  return new StartupError(`Cannot listen on ${host}:${port}: ${systemReason(error)}. Set PORT or HOST.`, {
    cause: error,
  });
}
