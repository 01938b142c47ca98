import type Stripe from "stripe";
import { isOver, itemOf } from "../objects/subscription.ts";
import { noSuch } from "../refusal.ts";
import type { Account } from "../state/account.ts";
import { clearCancellation, endSubscription, scheduleCancellation } from "../state/subscriptions.ts";
import { type Html, html, page } from "./html.ts";
import { formatMoney } from "./money.ts";
import type { PageAnswer } from "./page-answer.ts";

const STATUS: Partial<Record<string, string>> = {
  active: "activa",
  trialing: "en prueba",
  past_due: "con un pago pendiente",
  unpaid: "impagada",
  paused: "en pausa",
  incomplete: "sin terminar",
  incomplete_expired: "caducada",
  canceled: "terminada",
};

function dateOf(seconds: number): string {
  const format = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(seconds * 1000));
}

function action(subscription: Stripe.Subscription, name: string, label: string): Html {
  return html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="${name}">${label}</button></form>`;
}

function renderSubscription(account: Account, subscription: Stripe.Subscription): Html {
  const item = itemOf(subscription);
  const { cancel_at: cancelAt } = subscription;
  const when =
    cancelAt === null ? html`Se renueva el ${dateOf(item.current_period_end)}.` : html`Termina el ${dateOf(cancelAt)}.`;
  const actions = isOver(subscription)
    ? html``
    : html`<p>${
        cancelAt === null
          ? action(subscription, "cancel", "Cancelar al final del periodo")
          : action(subscription, "reactivate", "Reactivar")
      }${action(subscription, "cancel-now", "Cancelar ahora")}</p>`;
  return html`<section>
<h2>${account.productNameOf(item.price)}</h2>
<p class="price">${formatMoney(item.price.unit_amount ?? 0, item.price.currency)}</p>
<p>Suscripción ${STATUS[subscription.status] ?? subscription.status}. ${isOver(subscription) ? "" : when}</p>
${actions}
</section>`;
}

function renderInvoices(invoices: readonly Stripe.Invoice[]): Html {
  const rows = invoices.map(
    (
      one,
    ) => html`<tr><td><a href="${one.hosted_invoice_url ?? ""}">${one.number ?? ""}</a></td><td>${dateOf(one.created)}</td>
<td>${formatMoney(one.total, one.currency)}</td><td>${one.status === "paid" ? "pagada" : "pendiente"}</td></tr>`,
  );
  return html`<h2>Facturas</h2>
<table><thead><tr><th>Número</th><th>Fecha</th><th>Importe</th><th>Estado</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function render(account: Account, session: Stripe.BillingPortal.Session): string {
  const mine = account.subscriptionsOf(session.customer).toReversed();
  const invoices = [...account.invoices.values()].filter(({ customer }) => customer === session.customer).toReversed();
  const back = session.return_url ? html`<p><a href="${session.return_url}">Volver</a></p>` : html``;
  const content = html`${mine.map((one) => renderSubscription(account, one))}
${mine.length === 0 ? html`<p>No tienes suscripciones.</p>` : ""}
${renderInvoices(invoices)}
${back}`;
  return page("Tu suscripción", content);
}

function act(account: Account, subscription: Stripe.Subscription, name: unknown): void {
  if (isOver(subscription)) return;
  if (name === "cancel") scheduleCancellation(account, subscription, "portal");
  else if (name === "reactivate") clearCancellation(account, subscription);
  else if (name === "cancel-now") endSubscription(account, subscription);
}

/** The customer portal. Here cancelling sets only `cancel_at`, as Stripe's does. */
export function portalPage(account: Account, id: string, form: Record<string, unknown> | undefined): PageAnswer {
  const session = account.portalSessions.get(id);
  if (!session) throw noSuch("portal session", id);
  if (!form) return { status: 200, body: render(account, session) };
  const subscription = account.subscription(String(form.subscription));
  if (subscription.customer !== session.customer) throw noSuch("subscription", subscription.id);
  act(account, subscription, form.action);
  return { redirect: session.url };
}

/** What `hosted_invoice_url` leads to. */
export function invoicePage(account: Account, id: string): PageAnswer {
  const invoice = account.invoices.get(id);
  if (!invoice) throw noSuch("invoice", id);
  const [line] = invoice.lines.data;
  const content = html`<p>${line?.description ?? ""}</p>
<p class="price">${formatMoney(invoice.total, invoice.currency)}</p>
<p>${dateOf(invoice.created)}, ${invoice.status === "paid" ? "pagada" : "pendiente"}</p>`;
  return { status: 200, body: page(`Factura ${invoice.number ?? ""}`, content) };
}
