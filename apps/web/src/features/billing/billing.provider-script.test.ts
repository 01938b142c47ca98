import { expect, it } from "vitest";
import { loadProviderScript } from "#features/billing/billing.provider-script.ts";

const listScripts = () => [...document.head.querySelectorAll("script")];
const getOnlyScript = () => {
  const [script, ...more] = listScripts();
  expect(more).toEqual([]);
  return script as HTMLScriptElement;
};

it("loads once, does not reject when loading fails, and can be retried", async () => {
  const first = loadProviderScript();
  expect(getOnlyScript().src).toBe("https://js.stripe.com/v3/");
  getOnlyScript().dispatchEvent(new Event("error"));
  expect(await first).toBe(false);
  expect(listScripts()).toEqual([]);

  const second = loadProviderScript();
  const third = loadProviderScript();
  getOnlyScript().dispatchEvent(new Event("load"));
  expect(await Promise.all([second, third, loadProviderScript()])).toEqual([true, true, true]);
  getOnlyScript().remove();
});
