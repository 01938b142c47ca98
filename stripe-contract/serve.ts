// The contract server for people: `node stripe-contract/serve.ts`. Whoever starts Repasa with the variables that it
// prints can try paying without an account at Stripe.
import { parseArgs } from "node:util";
import { startStripeContract } from "./contract-server.ts";

const USAGE = `node stripe-contract/serve.ts [options]

  --port <n>              port of this server, 4242 by default
  --webhook <url>         where events are sent, http://localhost:3000/api/stripe/webhook by default
  --webhook-delay <ms>    how long after the payment the events are sent, 0 by default
  --amount <n>            the yearly price in the currency's smallest unit, 2999 by default
  --currency <code>       eur by default
`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4242" },
    webhook: { type: "string", default: "http://localhost:3000/api/stripe/webhook" },
    "webhook-delay": { type: "string", default: "0" },
    amount: { type: "string", default: "2999" },
    currency: { type: "string", default: "eur" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

function integer(name: "port" | "webhook-delay" | "amount"): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 0) return value;
  console.error(`--${name} is no whole number: ${values[name]}\n\n${USAGE}`);
  process.exit(1);
}

const contract = await startStripeContract({
  port: integer("port"),
  price: { amount: integer("amount"), currency: values.currency },
  webhook: { url: values.webhook, delayMs: integer("webhook-delay") },
});

console.log(`Stripe contract server: ${contract.url}, events to ${values.webhook}

${Object.entries(contract.environment)
  .map(([name, value]) => `${name}=${value}`)
  .join("\n")}
`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await contract.close();
    process.exit(0);
  });
}
