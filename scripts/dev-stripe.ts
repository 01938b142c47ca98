// `npm run dev:stripe`: the app with a payment provider of its own on this machine, to try paying without an account at
// Stripe. Options: what a year costs, in the smallest unit of the currency, --amount 2999 --currency eur, and
// --webhook-delay 5000, for students who are back before the event.
import { parseArgs } from "node:util";
import { startStripeContract } from "../tools/stripe/contract-server.ts";
import { run, stopChildrenOnSignal } from "./child-processes.ts";

const { values } = parseArgs({
  options: {
    amount: { type: "string", default: "2999" },
    currency: { type: "string", default: "eur" },
    "webhook-delay": { type: "string", default: "0" },
  },
});

stopChildrenOnSignal();
const port = process.env.PORT ?? "3000";
const contract = await startStripeContract({
  price: { amount: Number(values.amount), currency: values.currency },
  webhook: { url: `http://127.0.0.1:${port}/api/stripe/webhook`, delayMs: Number(values["webhook-delay"]) },
});
console.log(`Payments go to ${contract.url}, and no money moves.`);
const { code } = await run("node", ["apps/server/src/main.ts"], {
  env: { PORT: port, ...contract.environment },
});
await contract.close();
process.exitCode = code;
