import { type ErrorBody, type ErrorCode, statusOfError } from "@repasa/contract/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  isDatabaseUnavailable,
  isOutOfTime,
  isUserGone,
  type Refusal,
  refusalOf,
} from "#platform/db/database-errors.ts";
import { AppError } from "#platform/http/app-error.ts";
import { CutOff } from "#platform/http/cut-off.ts";

/**
 * The only place that turns errors into responses. An unknown error is logged, and its response gives no details.
 *
 * - `noteOutage`: logs an outage of the database once; returns whether the error is part of one.
 */
export function mapErrors(app: FastifyInstance, noteOutage: (error: unknown) => boolean): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // What was doing something with the body may have failed with an error of its own.
    const { errored } = request.raw;
    if (errored instanceof CutOff) {
      request.log.info({ reason: errored.message }, "a request was cut off");
      return sendError(reply, new AppError("validation_failed", "La petición no es válida"));
    }
    // The ECONNRESET of a client that disconnects looks like that of an unreachable database.
    const isCutOff = error.code === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed;
    if (errored === error || isCutOff) {
      request.log.debug("the caller hung up");
      return sendError(reply, new AppError("validation_failed", "La petición no es válida"));
    }
    // The framework closes a connection whose body it does not read. The rest of a body of ours is read and dropped, because a client that
    // is still sending would lose the response.
    if (error.code?.startsWith("FST_ERR_CTP_")) reply.removeHeader("connection");
    const known = toAppError(error);
    if (known.code === "internal") request.log.error({ err: error }, "unexpected error");
    else if (known.code === "unavailable" && known !== error) {
      const refusal = refusalOf(error);
      if (refusal) request.log.warn({ err: error }, refusals[refusal]);
      else if (!noteOutage(error)) request.log.warn({ err: error }, "a statement took too long");
    }
    return sendError(reply, known);
  });
  app.setNotFoundHandler((request, reply) => {
    if (isApiPath(request)) return sendError(reply, new AppError("not_found", "Esta dirección no existe"));
    return reply.code(404).type("text/plain; charset=utf-8").send("No existe");
  });
}

export function isApiPath(request: FastifyRequest): boolean {
  return /^\/api(\/|\?|$)/.test(request.url);
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const retryAfter = error.retryAfterSeconds ?? (error.code === "unavailable" ? 2 : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  // These headers belong to a file that failed before any of it was sent.
  for (const name of ["content-encoding", "content-disposition"]) reply.removeHeader(name);
  return reply.code(statusOfError[error.code]).type("application/json; charset=utf-8").send(bodyOf(error));
}

function bodyOf({ code, message, issues }: AppError): ErrorBody {
  if (code === "unauthorized") return { message: "Unauthorized" };
  return issues ? { message, code, issues } : { message, code };
}

const refusals: Record<Refusal, string> = {
  no_room: "nothing can be written: there is no room on the disk",
  read_only: "nothing can be written: the database is read-only",
  failing: "nothing can be written: the disk of the database fails",
};

/** Returns the error that a caller is answered with; `internal` for one that nobody has foreseen. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUserGone(error)) return new AppError("unauthorized", "Unauthorized");
  if (refusalOf(error)) {
    return new AppError("unavailable", "No podemos guardar nada ahora mismo. Inténtalo de nuevo en unos minutos.");
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError("unavailable", "El servicio no está disponible en este momento. Inténtalo de nuevo.");
  }
  if (isOutOfTime(error)) {
    return new AppError("unavailable", "La operación ha tardado demasiado. Inténtalo de nuevo.");
  }
  const { code: frameworkCode = "", statusCode } = error as Partial<FastifyError>;
  const [code, message] = frameworkErrors[frameworkCode] ?? byStatus(statusCode);
  return new AppError(code, message);
}

const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "El contenido enviado es demasiado grande"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "El contenido debe enviarse como application/json"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["validation_failed", "La longitud del contenido no coincide con la indicada"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["validation_failed", "El contenido enviado no es JSON válido"],
};

function byStatus(status: number | undefined): [ErrorCode, string] {
  if (status === 404) return ["not_found", "Esta dirección no existe"];
  if (status !== undefined && status >= 400 && status < 500) return ["validation_failed", "La petición no es válida"];
  return ["internal", "Ha ocurrido un error inesperado. Inténtalo de nuevo."];
}
