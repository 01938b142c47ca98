/** An error with its causes, in the form in which one process sends it to another. */
type SentError = {
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly cause?: SentError;
};

export type WorkMessage<Progress, Result> =
  | { readonly progress: Progress }
  | { readonly result: Result }
  | { readonly error: SentError };

/** Answers the work that `createWorkers` sends; called in the file of the process, which ends with the one that started it. */
export function answerWork<Task, Progress, Result>(
  work: (task: Task, report: (progress: Progress) => void) => Promise<Result>,
): void {
  const send = (message: WorkMessage<Progress, Result>) => process.send?.(message, undefined, {}, () => {});
  process.on("disconnect", () => process.exit());
  // A terminal sends these signals to all processes of a server. The server itself decides whether the work continues.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("message", (task: Task) => {
    work(task, (progress) => send({ progress })).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: serializeError(error) }),
    );
  });
}

const MAX_CAUSES = 5;

function serializeError(error: unknown, depth = 0): SentError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, cause, code } = error as NodeJS.ErrnoException;
  return {
    message,
    ...(stack !== undefined && { stack }),
    ...(typeof code === "string" && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  };
}

export function restoreError({ message, stack, code, cause }: SentError): Error {
  const error = new Error(message, cause && { cause: restoreError(cause) });
  return Object.assign(error, stack !== undefined && { stack }, code !== undefined && { code });
}
