import { buildPortalSession } from "../objects/portal-session.ts";
import { noSuch, notPlayed } from "../refusal.ts";
import { newId } from "../state/ids.ts";
import { type Handlers, playsOnly } from "./call.ts";
import { checkUrl, needs } from "./parameters.ts";

export const portalHandlers: Handlers<"billingPortal.sessions.create"> = {
  "billingPortal.sessions.create": ({ account, params }) => {
    const { configuration, flow_data: flow, return_url: returnUrl, locale } = params;
    playsOnly(params, "billingPortal.sessions.create", [
      "customer",
      "return_url",
      "locale",
      "configuration",
      "flow_data",
    ]);
    const customer = account.customer(needs(params.customer, "customer"), "customer");
    checkUrl(returnUrl, "return_url");
    if (configuration !== undefined && configuration !== account.portalConfiguration) {
      throw noSuch("portal configuration", configuration, "configuration");
    }
    if (flow && flow.type !== "subscription_cancel") throw notPlayed(`the flow ${flow.type}`, "flow_data[type]");
    if (flow) {
      const param = "flow_data[subscription_cancel][subscription]";
      const wanted = account.subscription(needs(flow.subscription_cancel?.subscription, param), param);
      if (wanted.customer !== customer.id) throw noSuch("subscription", wanted.id, param);
    }
    const subscription = flow?.subscription_cancel?.subscription;
    const id = newId("bps");
    const session = buildPortalSession({
      id,
      created: account.time.now(),
      configuration: account.portalConfiguration,
      customer: customer.id,
      returnUrl: returnUrl ?? null,
      locale: locale ?? null,
      cancelFlow: subscription ?? null,
      url: `${account.baseUrl}/portal/${id}`,
    });
    account.portalSessions.set(id, session);
    return session;
  },
};
