import { Refusal } from "../refusal.ts";
import type { Account } from "../state/account.ts";

const MAX_DEPTH = 4;

type Fields = Record<string, unknown>;

function find(account: Account, id: string): object | undefined {
  const rooms: Record<string, ReadonlyMap<string, object>> = {
    cus: account.customers,
    prod: account.products,
    price: account.prices,
    sub: account.subscriptions,
    in: account.invoices,
    ch: account.charges,
    re: account.refunds,
    cs: account.checkoutSessions,
  };
  return rooms[id.split("_")[0] ?? ""]?.get(id);
}

function listOf(data: readonly object[], url: string): object {
  return { object: "list", data, has_more: false, url };
}

/** Fields that an object has only when they are asked for. */
function includable(account: Account, object: Fields, field: string): unknown {
  const id = String(object.id);
  switch (`${object.object}.${field}`) {
    case "checkout.session.line_items":
      return listOf(account.lineItems.get(id) ?? [], `/v1/checkout/sessions/${id}/line_items`);
    case "customer.subscriptions": {
      const present = account.subscriptionsOf(id).filter(({ status }) => status !== "canceled");
      return listOf(present.toReversed(), `/v1/customers/${id}/subscriptions`);
    }
    case "invoice.payments":
      return listOf(account.invoicePayments.get(id) ?? [], `/v1/invoice_payments?invoice=${id}`);
    case "charge.refunds": {
      const refunds = [...account.refunds.values()].filter((one) => one.charge === id);
      return listOf(refunds.toReversed(), `/v1/charges/${id}/refunds`);
    }
    default:
      return undefined;
  }
}

function expandPath(account: Account, object: unknown, path: readonly string[], whole: string): void {
  const [field, ...rest] = path;
  if (field === undefined || object === null || typeof object !== "object") return;
  if (Array.isArray(object)) {
    for (const one of object) expandPath(account, one, path, whole);
    return;
  }
  const fields = object as Fields;
  const value = fields[field] === undefined ? includable(account, fields, field) : fields[field];
  const target = typeof value === "string" && field !== "id" ? find(account, value) : value;
  if (target === undefined || (target !== null && typeof target !== "object")) {
    throw new Refusal(`This property cannot be expanded (${whole}).`, { param: "expand" });
  }
  if (target !== fields[field]) fields[field] = structuredClone(target);
  expandPath(account, fields[field], rest, whole);
}

/** Replaces the ids that `expand` names by their objects, in a copy: the account keeps ids. */
export function expandAll(account: Account, answer: object, paths: readonly string[] | undefined): object {
  const copy = structuredClone(answer);
  for (const whole of paths ?? []) {
    const path = whole.split(".");
    if (path.length > MAX_DEPTH) {
      throw new Refusal(`You cannot expand more than ${MAX_DEPTH} levels of a property (${whole}).`, {
        param: "expand",
      });
    }
    expandPath(account, copy, path, whole);
  }
  return copy;
}
