// The pages that Stripe hosts: checkout and customer portal.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import { type Account, find } from "./account.ts";
import { ApiError, createMissingError } from "./api-error.ts";
import * as lifecycle from "./lifecycle.ts";
import { readItem } from "./objects.ts";

type Page = { status: number; title: string; content: string } | { redirect: string };

const STYLE = ":root { color-scheme: light dark; font: 1.2rem system-ui } body { max-width: 30rem; margin: 2rem auto }";

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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

const backLink = (url: string | null) => (url ? `<p><a href="${escapeHtml(url)}">Volver</a></p>` : "");

/** Describes a price, such as "29,99 € al año". */
function describePrice({ nickname, unit_amount, currency }: Stripe.Price): string {
  const format = new Intl.NumberFormat("es", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount = format.format((unit_amount ?? 0) / 10 ** digits);
  return `<p>${escapeHtml(nickname ?? "")}: ${amount} al año</p>`;
}

function renderCheckout(account: Account, id: string, form: URLSearchParams | null): Page {
  const session = find(account.checkouts, "checkout.session", id);
  const back = backLink(session.cancel_url);
  if (session.status !== "open") {
    const content = session.status === "complete" ? "Este pago ya está hecho." : "Esta página de pago ha caducado.";
    return { status: form ? 409 : 200, title: "No se puede pagar", content: `<p>${content}</p>${back}` };
  }
  if (form?.get("action") === "pay") {
    lifecycle.completeCheckout(account, session);
    return { redirect: (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
  }
  const { email } = account.customer(String(session.customer));
  const content = `${describePrice(account.price)}<p>${escapeHtml(email ?? "")}</p>
${form ? `<p role="alert">Tu tarjeta ha sido rechazada. Prueba con otra.</p>` : ""}
${button("pay", "Pagar")}${button("decline", "La tarjeta falla")}${back}`;
  return { status: form ? 402 : 200, title: "Pagar", content };
}

function describeSubscription(subscription: Stripe.Subscription): string {
  const { id, status, cancel_at } = subscription;
  const { price, current_period_end } = readItem(subscription);
  const heading = `<h2>Suscripción</h2>${describePrice(price)}`;
  if (lifecycle.isOver(subscription)) return `${heading}<p>Suscripción terminada.</p>`;
  const date = new Date((cancel_at ?? current_period_end) * 1000).toLocaleDateString("es", { dateStyle: "long" });
  return `${heading}<p>${cancel_at === null ? "Se renueva" : "Termina"} el ${date} (${escapeHtml(status)}).</p>
${cancel_at === null ? button("cancel", "Cancelar al final del periodo", id) : button("reactivate", "Reactivar", id)}
${button("cancel-now", "Cancelar ahora", id)}`;
}

function renderPortal(account: Account, customer: string, url: URL, form: URLSearchParams | null): Page {
  if (!form) {
    const subscriptions = account.subscriptionsOf(customer).toReversed().map(describeSubscription);
    const content = subscriptions.join("\n") || "<p>No tienes suscripciones.</p>";
    return { status: 200, title: "Tu suscripción", content: content + backLink(url.searchParams.get("back")) };
  }
  const subscription = find(account.subscriptions, "subscription", form.get("subscription") ?? "");
  if (subscription.customer !== customer) throw createMissingError("subscription", subscription.id);
  const action = form.get("action");
  if (action === "cancel") lifecycle.scheduleCancellation(account, subscription);
  else if (action === "reactivate") lifecycle.reactivateSubscription(account, subscription);
  else if (action === "cancel-now") lifecycle.endSubscription(account, subscription);
  return { redirect: url.href };
}

function renderPage(account: Account, url: URL, form: URLSearchParams | null): Page {
  const [, kind, id = ""] = /^\/(pay|portal)\/([^/]+)$/.exec(url.pathname) ?? [];
  try {
    if (kind === undefined) throw new ApiError("Aquí no hay nada.", { status: 404 });
    return kind === "pay" ? renderCheckout(account, id, form) : renderPortal(account, id, url, form);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, title: "No se puede", content: `<p>${escapeHtml(error.message)}</p>` };
  }
}

/** Serves the hosted pages; any other path, such as an icon, is not found. */
export async function servePages(account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = request.method === "POST" ? new URLSearchParams(await text(request)) : null;
  const page = renderPage(account, new URL(request.url ?? "/", account.baseUrl), form);
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  if ("redirect" in page) response.writeHead(303, { location: page.redirect }).end();
  else response.writeHead(page.status, headers).end(render(page.title, page.content));
}
