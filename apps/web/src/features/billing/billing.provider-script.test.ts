import { expect, it } from "vitest";
import { loadProviderScript } from "#features/billing/billing.provider-script.ts";

const scripts = () => [...document.head.querySelectorAll("script")];
const only = () => {
  const [script, ...more] = scripts();
  expect(more).toEqual([]);
  return script as HTMLScriptElement;
};

it("loads once, does not reject when loading fails, and can be retried", async () => {
  const first = loadProviderScript();
  expect(only().src).toBe("https://js.stripe.com/v3/");
  only().dispatchEvent(new Event("error"));
  expect(await first).toBe(false);
  expect(scripts()).toEqual([]);

  const second = loadProviderScript();
  const third = loadProviderScript();
  only().dispatchEvent(new Event("load"));
  expect(await Promise.all([second, third, loadProviderScript()])).toEqual([true, true, true]);
  only().remove();
});
