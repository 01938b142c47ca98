import pino, { type DestinationStream, type LogFn, type Logger } from "pino";

const MAX_UNWRITTEN_BYTES = 1024 * 1024;

type RequestLike = { method: string; url: string };

/** Logs one JSON object per line. It logs only the path of an address, without tokens, because queries and headers may contain secrets. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: {
      req: ({ method, url }: RequestLike) => ({ method, path: pathOf(url) }),
      err: removeData,
    },
    hooks: { logMethod: nameErrors },
  };
  return pino(options, destination ?? standardOutput());
}

/** If nothing can be written, for example on a full disk or without the terminal, lines are lost and the process continues. */
function standardOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES }).on("error", () => {});
}

/** Matches the token of a link. The calls of its owner name it by its id. */
const SHARE_TOKEN = /^(\/+(?:c|api\/+shares)\/+)(?!\d{1,15}$)[^/]+/i;

function pathOf(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return decodePath(path).replace(SHARE_TOKEN, "$1[token]");
}

/** The router, too, reads `/%63/` as `/c/`. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

// Errors of the database contain parameters and rows, which are personal data.
function removeData(error: Error): object {
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return {
    type: error.constructor.name,
    message: firstLine(error.message),
    ...("code" in error && { code: error.code }),
    stack: error.stack?.split("\n").filter((line) => line.startsWith("    at ")),
    ...(cause && { cause: removeData(cause) }),
  };
}

// Without a message of its own, a line would take the message of the error.
function nameErrors(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [subject] = args as unknown[];
  const alone = args.length === 1 && typeof subject === "object" && subject !== null && "err" in subject;
  method.apply(this, alone ? ([subject, "error"] as unknown as Parameters<LogFn>) : args);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
