import { readFileSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { type Plugin, runnerImport } from "vite";
import type { PrerenderedPage } from "./src/prerender.tsx";

const root = import.meta.dirname;
const TEMPLATE = "page.html";
const STYLE = "src/styles/landing.css";

/** Filled in by the server when it starts: the build does not know its address. */
const APP_URL = "%APP_URL%";

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function headOf({ path: address, title, description, unlisted }: Omit<PrerenderedPage, "file" | "body">): string {
  const meta = (name: string, content: string) =>
    `<meta ${name.startsWith("og:") ? "property" : "name"}="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("description", description),
    ...(unlisted ? [meta("robots", "noindex")] : []),
    ...(address === null ? [] : [`<link rel="canonical" href="${APP_URL}${address}" />`]),
    meta("og:type", "website"),
    meta("og:site_name", "Repasa"),
    meta("og:locale", "es_ES"),
    meta("og:title", title),
    meta("og:description", description),
    ...(address === null ? [] : [meta("og:url", `${APP_URL}${address}`)]),
    meta("og:image", `${APP_URL}/og.png`),
    meta("og:image:width", "1200"),
    meta("og:image:height", "630"),
    meta("og:image:alt", "Repasa: tarjetas de memoria inteligentes con repetición espaciada"),
    meta("twitter:card", "summary_large_image"),
  ].join("\n    ");
}

// Tailwind reads only the files that this style sheet names; a missing one would look broken in production only.
function checkSources(dependencies: readonly string[]): void {
  const sources = [...readFileSync(path.join(root, STYLE), "utf8").matchAll(/@source "([^"]+)"/g)].map(([, source]) =>
    path.resolve(root, path.dirname(STYLE), source ?? ""),
  );
  const components = dependencies.map((file) => path.resolve(root, file)).filter((file) => file.endsWith(".tsx"));
  const missing = components.filter(
    (file) =>
      !file.endsWith("/prerender.tsx") && !sources.some((source) => file === source || file.startsWith(`${source}/`)),
  );
  if (missing.length > 0) throw new Error(`${STYLE} needs an @source for ${missing.join(", ")}`);
}

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never[]) => unknown>>[1];

function filesOf(bundle: Bundle, modules: readonly RegExp[]): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== "chunk" || !chunk.facadeModuleId) continue;
    const { facadeModuleId } = chunk;
    if (modules.some((module) => module.test(facadeModuleId))) add(chunk.fileName);
  }
  return [...files].map((file) => `/${file}`);
}

export function prerenderPages(): Plugin {
  return {
    name: "prerender-pages",
    apply: "build",
    config: () => ({
      build: { rolldownOptions: { input: [path.join(root, "index.html"), path.join(root, TEMPLATE)] } },
    }),
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const { module, dependencies } = await runnerImport<typeof import("./src/prerender.tsx")>(
          path.join(root, "src/prerender.tsx"),
          { root, configFile: false, plugins: [react()], logLevel: "warn" },
        );
        checkSources(dependencies);
        const template = bundle[TEMPLATE];
        const app = bundle["index.html"];
        if (template?.type !== "asset" || app?.type !== "asset") throw new Error(`${TEMPLATE} is not in the build`);
        const appFiles = filesOf(bundle, [/\/index\.html$/, /\/register-page\.tsx$/, /\/login-page\.tsx$/]);
        const prefetch = `<meta name="app-files" content="${appFiles.join(" ")}" />`;
        const pages = module.prerender();
        for (const { body, file, ...head } of pages) {
          const source = String(template.source)
            .replace("<!--head-->", () => `${headOf(head)}\n    ${prefetch}`)
            .replace("<!--body-->", () => body);
          this.emitFile({ type: "asset", fileName: file, source });
        }
        delete bundle[TEMPLATE];
        const [landing] = pages;
        if (landing)
          app.source = String(app.source).replace("<!--head-->", () =>
            headOf({ ...landing, path: null, title: "Repasa" }),
          );
      },
    },
  };
}
