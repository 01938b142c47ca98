import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "../http/body.ts";
import { parseForm } from "../http/form.ts";
import { Refusal } from "../refusal.ts";
import type { Account } from "../state/account.ts";
import { checkoutPage } from "./checkout-page.ts";
import { html, page } from "./html.ts";
import type { PageAnswer } from "./page-answer.ts";
import { invoicePage, portalPage } from "./portal-page.ts";

const PAGE = /^\/(pay|portal|invoice)\/([^/]+)(?:\/pdf)?$/;

function answerOf(account: Account, kind: string, id: string, form: Record<string, unknown> | undefined): PageAnswer {
  switch (kind) {
    case "pay":
      return checkoutPage(account, id, form);
    case "portal":
      return portalPage(account, id, form);
    default:
      return invoicePage(account, id);
  }
}

/** Serves the pages that Stripe would host. What is neither page nor API, as a browser's icon, is simply not there. */
export function createPageListener(account: Account) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    const [, kind, id] = PAGE.exec(new URL(request.url ?? "/", "http://contract").pathname) ?? [];
    if (kind === undefined || id === undefined) {
      response.writeHead(404, headers).end(page("No encontrada", html`<p>Aquí no hay nada.</p>`));
      return;
    }
    const form = request.method === "POST" ? parseForm(await bodyOf(request)) : undefined;
    try {
      const answer = answerOf(account, kind, id, form);
      if ("redirect" in answer) response.writeHead(303, { location: answer.redirect }).end();
      else response.writeHead(answer.status, headers).end(answer.body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, headers).end(page("No se puede", html`<p>${error.message}</p>`));
    }
  };
}
