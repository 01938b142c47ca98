import { getFirstSegment, screenNames, screens } from "@repasa/contract/screens.ts";
import type { FastifyInstance } from "fastify";
import type { Clock } from "#platform/time/clock.ts";

const AN_HOUR = "public, max-age=3600";
const DAY_MS = 86_400_000;
/** RFC 9116 requires an expiry date, so that nobody trusts an abandoned contact; a running server renews it. */
const CONTACT_DAYS = 180;

const indexed = screenNames.filter((name) => screens[name].indexed);
const notIndexed = new Set(screenNames.filter((name) => !screens[name].indexed).map(getFirstSegment));

type SiteOptions = { appUrl: () => string; supportEmail: string; clock: Clock };

export function serveSiteFiles(app: FastifyInstance, { appUrl, supportEmail, clock }: SiteOptions): void {
  const serve = (path: string, type: string, content: () => string) =>
    app.get(path, async (_request, reply) =>
      reply.header("cache-control", AN_HOUR).type(`${type}; charset=utf-8`).send(content()),
    );

  serve("/robots.txt", "text/plain", () =>
    lines(
      "User-agent: *",
      ...["/api/", ...[...notIndexed].sort()].map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${appUrl()}/sitemap.xml`,
    ),
  );
  serve("/sitemap.xml", "application/xml", () =>
    lines(
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...indexed.map((name) => `  <url><loc>${escapeXml(appUrl() + screens[name].pattern)}</loc></url>`),
      "</urlset>",
    ),
  );
  serve("/.well-known/security.txt", "text/plain", () =>
    lines(
      `Contact: mailto:${supportEmail}`,
      `Expires: ${new Date(clock.now().getTime() + CONTACT_DAYS * DAY_MS).toISOString()}`,
      "Preferred-Languages: es, en, pt",
      `Canonical: ${appUrl()}/.well-known/security.txt`,
    ),
  );
}

function lines(...all: string[]): string {
  return `${all.join("\n")}\n`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
