import type { FastifyInstance } from "fastify";
import type { Clock } from "#clock.ts";

const AN_HOUR = "public, max-age=3600";
const DAY_MS = 86_400_000;
/** Security researchers distrust a contact that nobody has renewed for long; a running server renews it. */
const CONTACT_DAYS = 180;

/** What a search engine may show; every other screen needs an account. */
const publicPaths = ["/", "/login", "/register", "/support", "/privacy-policy", "/terms-of-service"];
const privatePaths = [
  "/api/",
  "/dashboard",
  "/folders",
  "/new-password",
  "/pending-reviews",
  "/premium",
  "/progress",
  "/reset-password",
  "/settings",
  "/store",
  "/study",
  "/unsubscribe",
  "/verify-email",
];

type SiteOptions = { appUrl: () => string; supportEmail: string; clock: Clock };

/** Small files about the site for programs; they hold its address, which only the running server knows. */
export function serveSiteFiles(app: FastifyInstance, { appUrl, supportEmail, clock }: SiteOptions): void {
  const serve = (path: string, type: string, content: () => string) =>
    app.get(path, async (_request, reply) =>
      reply.header("cache-control", AN_HOUR).type(`${type}; charset=utf-8`).send(content()),
    );

  serve("/robots.txt", "text/plain", () =>
    lines("User-agent: *", ...privatePaths.map((path) => `Disallow: ${path}`), "", `Sitemap: ${appUrl()}/sitemap.xml`),
  );
  serve("/sitemap.xml", "application/xml", () =>
    lines(
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...publicPaths.map((path) => `  <url><loc>${escapeXml(appUrl() + path)}</loc></url>`),
      "</urlset>",
    ),
  );
  // RFC 9116.
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
