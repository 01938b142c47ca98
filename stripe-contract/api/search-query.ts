import type Stripe from "stripe";
import { Refusal } from "../refusal.ts";

type Test = (customer: Stripe.Customer) => boolean;

const CLAUSE = /^(email|name|phone|metadata\[(?:"([^"]+)"|'([^']+)')\])\s*([:~])\s*(?:"([^"]*)"|'([^']*)')$/;

function parseClause(text: string): Test {
  const match = CLAUSE.exec(text.trim());
  if (!match) throw new Refusal(`We were unable to parse your search query: ${text}`, { param: "query" });
  const [, field, doubleKey, singleKey, operator, double, single] = match;
  const key = doubleKey ?? singleKey;
  const wanted = (double ?? single ?? "").toLowerCase();
  return (customer) => {
    const value = key === undefined ? customer[field as "email" | "name" | "phone"] : customer.metadata[key];
    const text = (value ?? "").toLowerCase();
    return operator === ":" ? text === wanted : text.includes(wanted);
  };
}

/** Stripe's search language as far as customers need it: clauses of email, name, phone and metadata, joined by AND. */
export function parseSearchQuery(query: string): Test {
  const tests = query.split(/\s+AND\s+/i).map(parseClause);
  return (customer) => tests.every((test) => test(customer));
}
