// @module-tag hostile
import { expect, it } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { networkOf } from "./throttle.ts";

it.each(
  Object.entries({
    "203.0.113.7": "203.0.113.7",
    "::ffff:203.0.113.7": "203.0.113.7",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:DB8:1:2::6": "2001:db8:1:2::/64",
    "2001:db8::1:2:3:4": "2001:db8:0:0::/64",
    "::1": "0:0:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "64:ff9b::192.0.2.1": "64:ff9b:0:0::/64",
    unknown: "unknown",
    "": "",
  }),
)("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it("counts the addresses of one IPv6 network together", async () => {
  const server = await createTestApp({ environment: { RATE_LIMIT: "on", TRUST_PROXY: "1" } });
  const requestReset = (host: number) =>
    server
      .visitor()
      .post(
        "/api/auth/reset-password",
        { email: `nadie${host}@repasa.example` },
        { headers: { "x-forwarded-for": `2001:db8::${host.toString(16)}` } },
      );
  const responses = await Promise.all(Array.from({ length: 101 }, (_, host) => requestReset(host)));
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
  await server.close();
});
