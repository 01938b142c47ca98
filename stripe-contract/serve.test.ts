import { spawn } from "node:child_process";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "serve.ts");

function run(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let announced = () => {};
  const ready = new Promise<void>((resolve) => {
    announced = resolve;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("STRIPE_PRICE_ID=")) announced();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, ready, ended, output: () => output };
}

test("prints the variables with which the application reaches it", async () => {
  const { child, ready, ended, output } = run("--port", "0", "--amount", "4900", "--currency", "usd");
  await Promise.race([ready, ended]);
  const variables = Object.fromEntries(
    [...output().matchAll(/^(STRIPE_\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const base = new URL(variables.STRIPE_API_BASE);
  const stripe = new Stripe(variables.STRIPE_SECRET_KEY, { host: base.hostname, port: base.port, protocol: "http" });
  const price = await stripe.prices.retrieve(variables.STRIPE_PRICE_ID);
  expect(price).toMatchObject({ unit_amount: 4900, currency: "usd" });
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(["STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"]));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("refuses arguments that are none", async () => {
  const { ended, output } = run("--port", "many");
  expect(await ended).toBe(1);
  expect(output()).toContain("--port is no whole number");
});
