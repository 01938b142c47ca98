/** A problem that the operator can solve: the message is printed without a stack. */
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

export function systemReason(error: unknown): string {
  const code = systemErrorCode(error);
  return (code && SYSTEM_REASONS[code]) || (error instanceof Error ? error.message : String(error));
}

function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function listenError(error: unknown, host: string, port: number, variables = "PORT or HOST"): StartupError {
  return new StartupError(`Cannot listen on ${host}:${port}: ${systemReason(error)}. Set ${variables}.`, {
    cause: error,
  });
}
