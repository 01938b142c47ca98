// `npm run dev:stripe` starts the app with a double of Stripe on this machine, so that payments can be tried without an account.
// Options: the price of a year in the smallest unit of the currency (--amount 2999 --currency eur), and the delay of events in
// milliseconds (--webhook-delay 5000), to try a return to the app before the event arrives.
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
console.log(`Payments go to ${contract.environment.STRIPE_API_BASE}, and no money moves.`);
const { code } = await run("node", ["apps/server/src/main.ts"], {
  env: { PORT: port, ...contract.environment },
});
await contract.close();
process.exitCode = code;
