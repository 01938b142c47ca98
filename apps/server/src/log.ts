import pino, { type DestinationStream, type LogFn, type Logger } from "pino";

type RequestLike = { method: string; url: string };

/**
 * The structured log, one JSON object a line. Of a request it keeps the path alone: what follows the question mark may
 * be a secret, as in the link of a password reset, and headers hold cookies.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: {
      req: ({ method, url }: RequestLike) => ({ method, path: pathOf(url) }),
      err: withoutData,
    },
    hooks: { logMethod: namingErrors },
  };
  return destination ? pino(options, destination) : pino(options);
}

export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

// A failed query carries its parameters, and a database error the row it refused: both are people's data.
function withoutData(error: Error): object {
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return {
    type: error.constructor.name,
    message: firstLine(error.message),
    ...("code" in error && { code: error.code }),
    stack: error.stack?.split("\n").filter((line) => line.startsWith("    at ")),
    ...(cause && { cause: withoutData(cause) }),
  };
}

// Without a message of its own, a line would take the error's, data and all.
function namingErrors(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [subject] = args as unknown[];
  const alone = args.length === 1 && typeof subject === "object" && subject !== null && "err" in subject;
  method.apply(this, alone ? ([subject, "error"] as unknown as Parameters<LogFn>) : args);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
