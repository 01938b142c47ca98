// @module-tag hostile
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPushOrigin, MAX_ENDPOINT_LENGTH, parseEndpoint } from "./push-endpoint.ts";

const NONE: ReadonlySet<string> = new Set();
const OWN: ReadonlySet<string> = new Set(["http://127.0.0.1:4000", "https://push.example:8443"]);
const isAllowed = (text: string, origins = NONE) => parseEndpoint(text, origins) !== null;

const KNOWN = [
  "https://fcm.googleapis.com/fcm/send/cXJ-1:APA91bF_x",
  "https://fcm.googleapis.com/wp/cXJ-1:APA91bF_x",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
  "https://web.push.apple.com/QGuRhY",
  "https://api.push.apple.com/3/device/1",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2fx%3d",
];

const REFUSED = {
  "plain http": "http://fcm.googleapis.com/fcm/send/1",
  "another scheme": "ftp://fcm.googleapis.com/fcm/send/1",
  "another port": "https://fcm.googleapis.com:8443/1",
  "the usual port, written out": "https://fcm.googleapis.com:443/1",
  credentials: "https://ana:clave@fcm.googleapis.com/1",
  "a name without a password": "https://ana@fcm.googleapis.com/1",
  "empty credentials": "https://@fcm.googleapis.com/1",
  "a known host as credentials": "https://fcm.googleapis.com@evil.example/1",
  "a known host as credentials before a backslash": "https://evil.example\\@fcm.googleapis.com/1",
  "a dot at the end": "https://fcm.googleapis.com./1",
  "an empty label": "https://.push.apple.com/1",
  "only the suffix": "https://push.apple.com/1",
  "a suffix without a dot": "https://evilpush.apple.com/1",
  "a suffix without a dot of Mozilla": "https://xpush.services.mozilla.com/1",
  "a known host as a prefix": "https://fcm.googleapis.com.evil.example/1",
  "another host of Google": "https://storage.googleapis.com/1",
  "upper case": "https://FCM.googleapis.com/1",
  "full-width letters": "https://ｆcm.googleapis.com/1",
  "a letter of another alphabet": "https://wеb.push.apple.com/1",
  "an encoded letter": "https://%66cm.googleapis.com/1",
  "a tab": "https://fcm.goog\tleapis.com/1",
  "white space before it": " https://fcm.googleapis.com/1",
  "a fragment": "https://fcm.googleapis.com/1#",
  "an address of IPv4": "https://127.0.0.1/1",
  "an address as a number": "https://2130706433/1",
  "an address of IPv6": "https://[::1]/1",
  "the service for machines of a cloud": "http://169.254.169.254/latest/meta-data/",
  "no host": "https:///fcm.googleapis.com/1",
  "no scheme": "fcm.googleapis.com/1",
  "steps back in the path": "https://fcm.googleapis.com/a/../1",
  nothing: "",
};

describe("an endpoint", () => {
  it.each(KNOWN)("is accepted: %s", (text) => {
    expect(parseEndpoint(text, NONE)?.href).toBe(text);
  });

  it.each(Object.entries(REFUSED))("is refused with %s", (_name, text) => {
    expect(isAllowed(text)).toBe(false);
    expect(isAllowed(text, OWN)).toBe(false);
  });

  it("is limited in length", () => {
    const start = "https://fcm.googleapis.com/";
    const longest = start + "x".repeat(MAX_ENDPOINT_LENGTH - start.length);
    expect([isAllowed(longest), isAllowed(`${longest}x`)]).toEqual([true, false]);
  });

  it("is accepted at a listed origin, and at no other of its host", () => {
    expect(isAllowed("http://127.0.0.1:4000/push/1", OWN)).toBe(true);
    expect(isAllowed("https://push.example:8443/push/1?a=b", OWN)).toBe(true);
    for (const text of [
      "http://127.0.0.1:4001/push/1",
      "https://127.0.0.1:4000/push/1",
      "http://localhost:4000/push/1",
      "http://127.0.0.1/push/1",
      "https://push.example/push/1",
      "http://push.example:8443/push/1",
      "https://a.push.example:8443/push/1",
      "http://ana@127.0.0.1:4000/push/1",
    ]) {
      expect([text, isAllowed(text, OWN)]).toEqual([text, false]);
    }
    expect(isAllowed("http://127.0.0.1:4000/push/1")).toBe(false);
  });

  /** Pieces from which addresses are made that look like those of the known services. */
  const piece = fc.constantFrom(
    ...[
      "https://",
      "http://",
      "fcm.googleapis.com",
      "web.push.apple.com",
      "push.apple.com",
      "notify.windows.com",
      "evil.example",
    ],
    ...[
      "updates.push.services.mozilla.com",
      "127.0.0.1",
      "[::1]",
      "169.254.169.254",
      "localhost",
      "@",
      ":",
      ".",
      "/",
      "\\",
      "#",
    ],
    ...["?", "%2e", "%40", ":443", ":80", "a", "A", "-", "\t", " ", "ｆ", "。", "xn--a"],
  );
  const address = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 7 }).map((pieces) => `https://${pieces.join("")}`),
    fc.webUrl(),
    fc.string(),
  );

  it("is called only over https at the usual port of a known service, or at a listed origin, whatever the text", () => {
    const HOSTS = ["fcm.googleapis.com", "android.googleapis.com"];
    const SUFFIXES = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];
    let accepted = 0;
    fc.assert(
      fc.property(address, fc.constantFrom(NONE, OWN), (text, origins) => {
        const url = parseEndpoint(text, origins);
        if (url === null) return;
        accepted++;
        // Read by other means than the rule: from the text itself.
        const [, scheme, authority = ""] = /^(https?):\/\/([^/?#]*)/.exec(text) ?? [];
        if (origins.has(`${scheme}://${authority}`)) return;
        expect([text, scheme]).toEqual([text, "https"]);
        const isKnown =
          HOSTS.includes(authority) ||
          SUFFIXES.some((suffix) => /^[a-z0-9.-]+$/.test(authority) && authority.endsWith(suffix));
        expect([text, isKnown]).toEqual([text, true]);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

describe("an origin for pushes", () => {
  it.each([
    "https://push.example",
    "https://push.example:8443",
    "http://127.0.0.1:4000",
    "http://localhost:4000",
    "http://[::1]:4000",
    "http://127.8.9.1",
  ])("may be %s", (text) => expect(isPushOrigin(text)).toBe(true));

  it.each([
    "http://push.example",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://10.0.0.1:4000",
    "http://0.0.0.0:4000",
    "https://push.example/",
    "https://push.example/a",
    "https://push.example?a",
    "https://push.example:443",
    "https://Push.example",
    "https://ana@push.example",
    "https://*.push.example",
    "https://push.example.",
    "https://",
    "push.example",
    "ftp://push.example",
    "null",
    "",
  ])("may not be %j", (text) => expect(isPushOrigin(text)).toBe(false));
});
