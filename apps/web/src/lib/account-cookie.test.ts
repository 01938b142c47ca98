import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const { jsdom } = globalThis as unknown as { jsdom: { reconfigure: (settings: { url: string }) => void } };

/** Loads the module as a page, or a worker, at an address does. */
async function load(protocol: "http:" | "https:") {
  vi.resetModules();
  jsdom.reconfigure({ url: `${protocol}//repasa.test/` });
  return import("#lib/account-cookie.ts");
}

const { href } = location;
afterEach(() => jsdom.reconfigure({ url: href }));

describe("the cookie of accounts in a page", () => {
  let cookies = "";
  beforeEach(() => {
    const set = (text: string) => {
      cookies = text;
    };
    Object.defineProperty(document, "cookie", { configurable: true, get: () => cookies, set });
  });
  afterEach(() => void Reflect.deleteProperty(document, "cookie"));

  it.each([
    ["http:", "", null],
    ["http:", "repasa-account=7", "7"],
    ["http:", "theme=dark; repasa-account=left-7; otra=1", "left-7"],
    ["http:", "no-repasa-account=7", null],
    ["http:", "__Host-repasa-account=7", null],
    ["https:", "__Host-repasa-account=7", "7"],
    ["https:", "repasa-account=8", null],
    ["https:", "repasa-account=8; __Host-repasa-account=7", "7"],
  ] as const)("has one name on %s//, and of %j says %j", async (protocol, given, value) => {
    cookies = given;
    expect((await load(protocol)).readAccountCookie()).toBe(value);
  });

  it("says that a session was left, for as long as one may last, and nothing once that has ended", async () => {
    const { findLeftAccount, removeLeftAccount, writeLeftAccount } = await load("https:");
    writeLeftAccount(7);
    expect(cookies).toBe("__Host-repasa-account=left-7; Max-Age=15552000; Path=/; SameSite=Lax; Secure");
    expect(await findLeftAccount()).toBe(7);
    await removeLeftAccount(8);
    expect(await findLeftAccount()).toBe(7);
    await removeLeftAccount(7);
    expect(cookies).toBe("__Host-repasa-account=; Max-Age=0; Path=/; SameSite=Lax; Secure");
  });
});

describe("the cookie of accounts in a worker", () => {
  const stub = (cookies: Record<string, string>) => {
    const get = async (name: string) => (name in cookies ? { name, value: cookies[name] } : null);
    const remove = vi.fn(async () => {});
    vi.stubGlobal("cookieStore", { get, delete: remove });
    return remove;
  };

  it.each([
    ["http:", { "repasa-account": "7" }, "7"],
    ["https:", { "repasa-account": "7" }, null],
    ["https:", { "repasa-account": "7", "__Host-repasa-account": "8" }, "8"],
    ["https:", {}, null],
  ] as const)("has one name on %s//, and of %j says %j", async (protocol, cookies, value) => {
    stub(cookies);
    expect(await (await load(protocol)).readAccountCookieInWorker()).toBe(value);
  });

  it("says that a session was left, until that has ended", async () => {
    const remove = stub({ "__Host-repasa-account": "left-7" });
    const { findLeftAccount, removeLeftAccount } = await load("https:");
    expect(await findLeftAccount()).toBe(7);
    await removeLeftAccount(7);
    expect(remove).toHaveBeenCalledWith("__Host-repasa-account");
  });

  it("says nothing where workers cannot read cookies", async () => {
    const { findLeftAccount, readAccountCookieInWorker } = await load("https:");
    expect(await readAccountCookieInWorker()).toBeUndefined();
    vi.stubGlobal("cookieStore", { get: () => Promise.reject(new TypeError("Not allowed")) });
    expect(await readAccountCookieInWorker()).toBeUndefined();
    expect(await findLeftAccount()).toBeNull();
  });
});
