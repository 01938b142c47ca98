// The pages that Stripe hosts: checkout and customer portal.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import type { Account } from "./account.ts";
import { ApiError, createMissingError } from "./api-error.ts";
import {
  completeCheckout,
  endSubscription,
  isOver,
  reactivateSubscription,
  refreshCheckout,
  scheduleCancellation,
} from "./lifecycle.ts";
import { readItem } from "./objects.ts";

type Page = { status: number; title: string; content: string } | { redirect: string };

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem }
  button { font: inherit; padding: .6rem 1.2rem; margin: .25rem 0 }`;

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(title: string, content: string): string {
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main><p><small>Modo de prueba: aquí no se cobra nada.</small></p></body>
</html>`;
}

function button(action: string, label: string, subscription = ""): string {
  return `<form method="post"><input type="hidden" name="subscription" value="${subscription}">
<button name="action" value="${action}">${label}</button></form>`;
}

function backLink(url: string | null): string {
  return url ? `<p><a href="${escapeHtml(url)}">Volver</a></p>` : "";
}

/** Describes a price, such as "29,99 € al año". */
function describePrice({ nickname, unit_amount, currency, recurring }: Stripe.Price): string {
  const format = new Intl.NumberFormat("es", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount = format.format((unit_amount ?? 0) / 10 ** digits);
  return `<p>${escapeHtml(nickname ?? "")}: ${amount} ${recurring?.interval === "month" ? "al mes" : "al año"}</p>`;
}

function renderCheckout(account: Account, id: string, form: URLSearchParams | null): Page {
  const session = refreshCheckout(account, id);
  const back = backLink(session.cancel_url);
  if (session.status !== "open") {
    const content = session.status === "complete" ? "Este pago ya está hecho." : "Esta página de pago ha caducado.";
    return { status: form ? 409 : 200, title: "No se puede pagar", content: `<p>${content}</p>${back}` };
  }
  if (form?.get("action") === "pay") {
    completeCheckout(account, session);
    return { redirect: (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
  }
  const { email } = account.customer(String(session.customer));
  const [item] = account.checkoutParams.find(session.id).line_items;
  const content = `${describePrice(account.prices.find(item?.price ?? ""))}<p>${escapeHtml(email ?? "")}</p>
${form ? `<p role="alert">Tu tarjeta ha sido rechazada. Prueba con otra.</p>` : ""}
${button("pay", "Pagar")}${button("decline", "La tarjeta falla")}${back}`;
  return { status: form ? 402 : 200, title: "Pagar", content };
}

function describeSubscription(subscription: Stripe.Subscription): string {
  const { id, status, cancel_at } = subscription;
  const { price, current_period_end } = readItem(subscription);
  const heading = `<h2>Suscripción</h2>${describePrice(price)}`;
  if (isOver(subscription)) return `${heading}<p>Suscripción terminada.</p>`;
  const date = new Date((cancel_at ?? current_period_end) * 1000).toLocaleDateString("es", { dateStyle: "long" });
  return `${heading}<p>${cancel_at === null ? "Se renueva" : "Termina"} el ${date} (${escapeHtml(status)}).</p>
${cancel_at === null ? button("cancel", "Cancelar al final del periodo", id) : button("reactivate", "Reactivar", id)}
${button("cancel-now", "Cancelar ahora", id)}`;
}

function renderPortal(account: Account, id: string, form: URLSearchParams | null): Page {
  const session = account.portals.find(id);
  const { customer, return_url, url } = session;
  if (!form) {
    const subscriptions = account.subscriptionsOf(customer).toReversed().map(describeSubscription);
    const content = subscriptions.join("\n") || "<p>No tienes suscripciones.</p>";
    return { status: 200, title: "Tu suscripción", content: content + backLink(return_url) };
  }
  const subscription = account.subscriptions.find(form.get("subscription") ?? "");
  if (subscription.customer !== customer) throw createMissingError("subscription", subscription.id);
  const action = form.get("action");
  if (action === "cancel") scheduleCancellation(account, subscription, "portal");
  else if (action === "reactivate") reactivateSubscription(account, subscription);
  else if (action === "cancel-now") endSubscription(account, subscription);
  return { redirect: url };
}

/** Serves the hosted pages; any other path, such as an icon, is not found. */
export async function servePages(account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://double");
  const [, kind, id = ""] = /^\/(pay|portal)\/([^/]+)$/.exec(pathname) ?? [];
  const form = request.method === "POST" ? new URLSearchParams(await text(request)) : null;
  let page: Page;
  try {
    if (kind === undefined) throw new ApiError("Aquí no hay nada.", { status: 404 });
    page = kind === "pay" ? renderCheckout(account, id, form) : renderPortal(account, id, form);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    page = { status: error.status, title: "No se puede", content: `<p>${escapeHtml(error.message)}</p>` };
  }
  if ("redirect" in page) {
    response.writeHead(303, { location: page.redirect }).end();
    return;
  }
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(page.status, headers).end(render(page.title, page.content));
}
