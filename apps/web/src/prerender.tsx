// Runs at build time only. Renders the pages that can be read without JavaScript to HTML.
import {
  NOT_FOUND_FILE,
  OFFLINE_FILE,
  type Screens,
  type ScreensWith,
  SHARED_FILE,
  SHARED_NOTICE_FILE,
  screens,
} from "@repasa/contract/screens.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import LandingPage from "#features/landing/landing-page.tsx";
import PrivacyPolicyPage from "#features/legal/privacy-policy-page.tsx";
import SupportPage from "#features/legal/support-page.tsx";
import TermsOfServicePage from "#features/legal/terms-of-service-page.tsx";
import VisitingNoticePage from "#features/sharing/visiting/visiting-notice-page.tsx";
import VisitingPage from "#features/sharing/visiting/visiting-page.tsx";
import NotFound from "#shell/not-found.tsx";
import OfflinePage from "#shell/offline-page.tsx";
import SiteShell from "#shell/site-shell.tsx";

type Page = {
  title: string;
  description: string;
  /** True if no search engine may list the page. */
  unlisted?: true;
  element: ReactElement;
};

export type PrerenderedPage = Omit<Page, "element"> & { file: string; path: string | null; body: string };

type PrerenderedName = ScreensWith<{ prerendered: `${string}.html` }>;

const pages: Record<PrerenderedName, Page> = {
  home: {
    title: "Repasa: tarjetas de memoria con repetición espaciada",
    description:
      "Tarjetas de memoria inteligentes con repetición espaciada. Crea tus cartas, estudia unos minutos al día y recuerda lo que aprendes.",
    element: <LandingPage />,
  },
  support: {
    title: "Soporte · Repasa",
    description: "Cómo escribirnos, horario, idiomas y respuestas a las preguntas más frecuentes sobre Repasa.",
    element: <SupportPage />,
  },
  privacyPolicy: {
    title: "Política de privacidad · Repasa",
    description: "Qué datos guarda Repasa, para qué, durante cuánto tiempo y qué puedes hacer con ellos.",
    element: <PrivacyPolicyPage />,
  },
  termsOfService: {
    title: "Términos de servicio · Repasa",
    description: "Las reglas entre tú y el equipo de Repasa: tu cuenta, tus cartas y la suscripción Premium.",
    element: <TermsOfServicePage />,
  },
};

const notFound: Page = {
  title: "Página no encontrada · Repasa",
  description: "Esta página no existe.",
  element: <NotFound />,
};

const offline: Page = {
  title: "Sin conexión · Repasa",
  description: "No hay conexión con Repasa.",
  element: <OfflinePage />,
};

/** The server fills in the words in percent signs. */
const shared: Page = { title: "%NAME%", description: "%SUMMARY%", unlisted: true, element: <VisitingPage /> };
const sharedNotice: Page = {
  title: "%TITLE%",
  description: "%TEXT%",
  unlisted: true,
  element: <VisitingNoticePage />,
};

export function prerender(): PrerenderedPage[] {
  const names = Object.keys(pages) as PrerenderedName[];
  return [
    ...names.map((name) => renderPage(pages[name], screens[name])),
    renderPage(notFound, { pattern: null, prerendered: NOT_FOUND_FILE }),
    renderPage(shared, { pattern: null, prerendered: SHARED_FILE }),
    renderPage(sharedNotice, { pattern: null, prerendered: SHARED_NOTICE_FILE }),
    { ...describePage(offline, null, OFFLINE_FILE), body: renderToStaticMarkup(offline.element) },
  ];
}

type Place = { pattern: Screens[PrerenderedName]["pattern"] | null; prerendered: string };

function renderPage(page: Page, { pattern, prerendered }: Place): PrerenderedPage {
  const body = renderToStaticMarkup(
    <Router ssrPath={pattern ?? "/404"}>
      <SiteShell home={pattern === screens.home.pattern}>{page.element}</SiteShell>
    </Router>,
  );
  return { ...describePage(page, pattern, prerendered), body };
}

function describePage({ element: _, ...head }: Page, path: string | null, file: string): Omit<PrerenderedPage, "body"> {
  return { ...head, path, file };
}
