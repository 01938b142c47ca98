import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/http/app-error.ts";
import type { Download, FormPart, FormUpload, RawUpload, RequestedPart } from "#platform/http/call.ts";
import { endWhenStalled, STALLED_MS } from "#platform/http/stalled-readers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the body may take long to arrive. */
    isUpload?: boolean;
  }
}

const FIELD_BYTES = 10 * 1024 * 1024;

/** Lets the routes of a scope accept files. The body stays a stream, of which the handler reads as much as it wants. */
export function acceptUploads(scope: FastifyInstance, kind: Endpoint["upload"]): FastifyInstance {
  scope.removeAllContentTypeParsers();
  if (kind === "form") {
    // Fields are held in memory. Handlers count the bytes of a file themselves, because their errors say how many are allowed.
    scope.register(multipart, { limits: { files: 1, fields: 1, fieldSize: FIELD_BYTES, fileSize: Infinity } });
    scope.addContentTypeParser("*", (_request, _payload, done) => done(noForm()));
  } else {
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  }
  return scope;
}

export function uploadOf({ upload }: Endpoint, request: FastifyRequest): RawUpload | FormUpload | null {
  if (upload === null) return null;
  if (upload === "form") return { parts: partsOf(request) };
  const length = Number(request.headers["content-length"]);
  return {
    contentType: request.headers["content-type"] ?? "",
    length: Number.isSafeInteger(length) ? length : null,
    stream: request.raw,
  };
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) throw noForm();
  const parts = request.parts();
  for (let next = await nextOf(parts); !next.done; next = await nextOf(parts)) {
    const part = next.value;
    if (part.type === "file") {
      yield { name: part.fieldname, file: part.file, fileName: part.filename };
    } else {
      if (part.valueTruncated) throw new AppError("payload_too_large", "El texto puede tener hasta 10 MB");
      // A field that was sent as JSON has been parsed.
      if (typeof part.value !== "string") throw brokenForm();
      yield { name: part.fieldname, text: part.value };
    }
  }
}

export function readRequestedPart({ headers }: FastifyRequest): RequestedPart {
  const ifRange = headers["if-range"];
  return {
    range: headers.range ?? null,
    ifRange: typeof ifRange === "string" ? ifRange : null,
    ifNoneMatch: headers["if-none-match"] ?? null,
  };
}

export function sendDownload(
  reply: FastifyReply,
  { status = 200, headers, body }: Download,
  stalledFileMs: number,
): FastifyReply {
  reply.code(status).headers(headers);
  // Files of known length are images and sounds. Clients may request many of them, so they get the shorter limit.
  endWhenStalled(reply, headers["content-length"] === undefined ? stalledFileMs : STALLED_MS);
  // For a HEAD request the framework would read the whole stream and discard it.
  if (reply.request.method === "HEAD" && body instanceof Readable) body.destroy();
  else return reply.send(body);
  return reply.send();
}

/** Returns the next part. Errors are the client's: the form is malformed, too large, or incomplete. */
function nextOf<T>(parts: AsyncIterableIterator<T>): Promise<IteratorResult<T>> {
  return parts.next().catch((error: { code?: string }) => {
    if (error.code === "FST_FILES_LIMIT") throw new AppError("validation_failed", "Envía un solo archivo");
    if (error.code === "FST_FIELDS_LIMIT") throw new AppError("validation_failed", "Envía un solo texto");
    throw brokenForm();
  });
}

/** Yields the bytes of a part; throws an `AppError` if the form is incomplete. */
export async function* bytesOf(file: Extract<FormPart, { fileName: string }>["file"]): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]();
  const next = () =>
    chunks.next().catch(() => {
      throw brokenForm();
    });
  try {
    for (let one = await next(); !one.done; one = await next()) yield one.value as Buffer;
  } finally {
    // Unread bytes would keep the form from ending.
    file.resume();
  }
}

function noForm(): AppError {
  return new AppError("unsupported_media_type", "El archivo debe enviarse como multipart/form-data");
}

function brokenForm(): AppError {
  return new AppError("validation_failed", "El formulario no es válido o ha llegado incompleto");
}
