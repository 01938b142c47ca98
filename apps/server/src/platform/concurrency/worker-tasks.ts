/** An error with what is known of its causes, as one process tells it to another. */
type ToldError = {
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly cause?: ToldError;
};

export type WorkMessage<Progress, Result> =
  | { readonly progress: Progress }
  | { readonly result: Result }
  | { readonly error: ToldError };

/** What the file of a process calls that `createWorkers` starts. It ends with the process that started it. */
export function answerWork<Task, Progress, Result>(
  work: (task: Task, tell: (progress: Progress) => void) => Promise<Result>,
): void {
  const send = (message: WorkMessage<Progress, Result>) => process.send?.(message, undefined, {}, () => {});
  process.on("disconnect", () => process.exit());
  // They go to all processes of a server that is stopped, which decides itself what becomes of the work.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
  process.on("message", (task: Task) => {
    work(task, (progress) => send({ progress })).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: toldError(error) }),
    );
  });
}

const MOST_CAUSES = 5;

function toldError(error: unknown, depth = 0): ToldError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, cause, code } = error as NodeJS.ErrnoException;
  return {
    message,
    ...(stack !== undefined && { stack }),
    ...(typeof code === "string" && { code }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: toldError(cause, depth + 1) }),
  };
}

export function errorOf({ message, stack, code, cause }: ToldError): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  return Object.assign(error, stack !== undefined && { stack }, code !== undefined && { code });
}
