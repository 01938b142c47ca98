import { existsSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { constants } from "node:zlib";
import { statusOfError } from "@repasa/contract/errors.ts";
import { SHARED_FILE, SHARED_NOTICE_FILE } from "@repasa/contract/screens.ts";
import { SAMPLE_CARDS, type SharedFolder } from "@repasa/contract/sharing.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#context.ts";
import { AppError } from "#platform/http/app-error.ts";
import { createTemplate, fillTemplate, type PageValues } from "#platform/http/html-pages.ts";
import { endWhenStalled, STALLED_MS } from "#platform/http/stalled-readers.ts";
import { drawCards } from "./sharing.drawing.ts";
import { type FoundShare, findShare } from "./sharing.service.ts";
import { describeMedia, describeShare } from "./sharing.visiting.ts";

/** The folder of the build that holds what only the server runs. */
const DRAWING = ".server/shared-cards.js";

/** What is written before the cards is sent at once, so that a browser loads styles while the cards are drawn. */
const COMPRESS = {
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
};

/** A page that shows a link to anybody: it is the same for all, reads no cookie and sets none. */
export function serveSharedPages(
  app: FastifyInstance,
  ctx: Context,
  { root, values }: { root: string; values: () => PageValues },
): void {
  // Without a build there are no pages at all.
  if (!existsSync(path.join(root, SHARED_FILE))) return;
  const page = createTemplate(root, SHARED_FILE, values);
  const notice = createTemplate(root, SHARED_NOTICE_FILE, values);
  const drawing = pathToFileURL(path.join(root, DRAWING)).href;
  // A wildcard, because a parameter would leave long texts and further slashes to the framework, which has no page for them.
  app.get<{ Params: { "*": string } }>("/c/*", { compress: COMPRESS }, async (request, reply) => {
    const token = request.params["*"];
    reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }).type("text/html; charset=utf-8");
    try {
      const share = await findShare(ctx, { address: request.ip, userAgent: null }, token);
      const shown = await describeShare(ctx, share);
      const [before = "", after = ""] = page().split("%CARDS%");
      const words = wordFolder(token, shown);
      endWhenStalled(reply, STALLED_MS);
      return reply.send(
        Readable.from(
          (async function* () {
            yield fillTemplate(before, words);
            yield await drawSample(ctx, share, { token, shown, drawing });
            yield fillTemplate(after, words);
          })(),
          { objectMode: false },
        ),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendNotice(reply, notice(), error);
    }
  });
}

function sendNotice(reply: FastifyReply, notice: string, { code, message, retryAfterSeconds }: AppError): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  const words =
    code === "not_found"
      ? {
          TITLE: "Este enlace no está disponible",
          TEXT: "Puede que quien lo creó lo haya quitado, o que esté mal copiado.",
        }
      : { TITLE: "No se puede abrir este enlace ahora", TEXT: message };
  return reply.code(statusOfError[code]).send(fillTemplate(notice, words));
}

const countCards = (count: number) => `${count.toLocaleString("es")} ${count === 1 ? "carta" : "cartas"}`;

type Shown = Omit<SharedFolder, "mine">;

function wordFolder(token: string, { name, description, cards, author }: Shown): Record<string, string> {
  return {
    TOKEN: token,
    NAME: name,
    DESCRIPTION: description ?? "",
    COUNT: countCards(cards),
    SUMMARY: `${countCards(cards)} para estudiar en Repasa`,
    AUTHOR: author === null ? "" : ` · Carpeta de ${author}`,
    HEADING: cards === 0 ? "Esta carpeta todavía no tiene cartas" : cards > SAMPLE_CARDS ? "Primeras cartas" : "Cartas",
    MORE: cards > SAMPLE_CARDS ? `Y ${countCards(cards - SAMPLE_CARDS)} más.` : "",
  };
}

type Sample = { token: string; shown: Shown; drawing: string };

/** Draws the sample. The page's beginning has been sent, so that a failure leaves a sentence in place of the cards. */
async function drawSample(ctx: Context, share: FoundShare, { token, shown, drawing }: Sample): Promise<string> {
  try {
    const media = await describeMedia(ctx, share, shown.sample);
    const mediaAddress = `/api/shares/${token}/media/`;
    return await drawCards(ctx, share.author, { drawing, cards: shown.sample, media, mediaAddress });
  } catch (error) {
    ctx.log.warn({ err: error, shareId: share.id }, "the cards of a link could not be drawn");
    return "<p>Las cartas no se pueden mostrar ahora. Inténtalo de nuevo.</p>";
  }
}
