import type Stripe from "stripe";

export interface NewPortalSession {
  id: string;
  created: number;
  configuration: string;
  customer: string;
  returnUrl: string | null;
  locale: Stripe.BillingPortal.Session.Locale | null;
  /** The subscription that the page is to cancel; null for the page with everything. */
  cancelFlow: string | null;
  url: string;
}

function buildCancelFlow(subscription: string): Stripe.BillingPortal.Session.Flow {
  return {
    after_completion: { hosted_confirmation: null, redirect: null, type: "portal_homepage" },
    customer_update: null,
    subscription_cancel: { retention: null, subscription },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: "subscription_cancel",
  };
}

export function buildPortalSession(from: NewPortalSession): Stripe.BillingPortal.Session {
  return {
    id: from.id,
    object: "billing_portal.session",
    configuration: from.configuration,
    created: from.created,
    customer: from.customer,
    customer_account: null,
    flow: from.cancelFlow === null ? null : buildCancelFlow(from.cancelFlow),
    livemode: false,
    locale: from.locale,
    on_behalf_of: null,
    return_url: from.returnUrl,
    url: from.url,
  };
}
