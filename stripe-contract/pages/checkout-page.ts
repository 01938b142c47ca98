import type Stripe from "stripe";
import type { Account } from "../state/account.ts";
import { completeCheckout, expireWhenLate } from "../state/checkout.ts";
import { type Html, html, page } from "./html.ts";
import { formatMoney } from "./money.ts";
import type { PageAnswer } from "./page-answer.ts";

const PER: Record<string, string> = { day: "al día", week: "a la semana", month: "al mes", year: "al año" };

function offerOf(account: Account, session: Stripe.Checkout.Session): Html {
  const order = account.checkoutOrders.get(session.id);
  const price = account.price(order?.price ?? "");
  const trial = order?.subscriptionData.trial_period_days;
  const amount = formatMoney(session.amount_total ?? 0, price.currency);
  return html`<p>${account.productNameOf(price)}</p>
<p class="price">${amount} ${PER[price.recurring?.interval ?? "year"] ?? ""}</p>
${trial ? html`<p>${trial} días de prueba gratis</p>` : ""}`;
}

function backLink(session: Stripe.Checkout.Session): Html {
  return session.cancel_url ? html`<p><a href="${session.cancel_url}">Volver</a></p>` : html``;
}

function renderOpen(account: Account, session: Stripe.Checkout.Session, declined: boolean): string {
  const email = session.customer_details?.email ?? session.customer_email;
  const content = html`${offerOf(account, session)}
${email ? html`<p>${email}</p>` : ""}
${declined ? html`<p class="note" role="alert">Tu tarjeta ha sido rechazada. Prueba con otra.</p>` : ""}
<form method="post"><button class="main" name="action" value="pay">Pagar</button></form>
<form method="post"><button name="action" value="decline">La tarjeta falla</button></form>
${backLink(session)}`;
  return page("Pagar", content);
}

function renderOver(session: Stripe.Checkout.Session): string {
  const paid = session.status === "complete";
  const text = paid ? "Este pago ya está hecho." : "Esta página de pago ha caducado.";
  return page(paid ? "Pago hecho" : "Página caducada", html`<p>${text}</p>${backLink(session)}`);
}

/** The hosted checkout page, at the session's `url`. */
export function checkoutPage(account: Account, id: string, form: Record<string, unknown> | undefined): PageAnswer {
  const session = account.checkoutSession(id);
  expireWhenLate(account, session);
  if (session.status !== "open") return { status: form ? 409 : 200, body: renderOver(session) };
  if (form?.action !== "pay") {
    const declined = form?.action === "decline";
    return { status: declined ? 402 : 200, body: renderOpen(account, session, declined) };
  }
  completeCheckout(account, session);
  return { redirect: (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id) };
}
