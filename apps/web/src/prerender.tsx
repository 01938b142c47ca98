// Runs at build time only: the pages that are readable before any JavaScript, as HTML.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import LandingPage from "#features/landing/landing-page.tsx";
import PrivacyPolicyPage from "#features/legal/privacy-policy-page.tsx";
import SupportPage from "#features/legal/support-page.tsx";
import TermsOfServicePage from "#features/legal/terms-of-service-page.tsx";
import { paths } from "#paths.ts";
import NotFound from "#shell/not-found.tsx";
import SiteShell from "#shell/site-shell.tsx";

export type PrerenderedPage = {
  file: string;
  /** Null where the address is not the page's own. */
  path: string | null;
  title: string;
  description: string;
  body: string;
};

type Page = Omit<PrerenderedPage, "body"> & { element: ReactElement };

const pages: readonly Page[] = [
  {
    file: "landing.html",
    path: paths.home(),
    title: "Repasa: tarjetas de memoria con repetición espaciada",
    description:
      "Tarjetas de memoria inteligentes con repetición espaciada. Crea tus cartas, estudia unos minutos al día y recuerda lo que aprendes.",
    element: <LandingPage />,
  },
  {
    file: "support.html",
    path: paths.support(),
    title: "Soporte · Repasa",
    description: "Cómo escribirnos, horario, idiomas y respuestas a las preguntas más frecuentes sobre Repasa.",
    element: (
      <SiteShell>
        <SupportPage />
      </SiteShell>
    ),
  },
  {
    file: "privacy-policy.html",
    path: paths.privacyPolicy(),
    title: "Política de privacidad · Repasa",
    description: "Qué datos guarda Repasa, para qué, durante cuánto tiempo y qué puedes hacer con ellos.",
    element: (
      <SiteShell>
        <PrivacyPolicyPage />
      </SiteShell>
    ),
  },
  {
    file: "terms-of-service.html",
    path: paths.termsOfService(),
    title: "Términos de servicio · Repasa",
    description: "Las reglas entre tú y el equipo de Repasa: tu cuenta, tus cartas y la suscripción Premium.",
    element: (
      <SiteShell>
        <TermsOfServicePage />
      </SiteShell>
    ),
  },
  {
    file: "not-found.html",
    path: null,
    title: "Página no encontrada · Repasa",
    description: "Esta página no existe.",
    element: (
      <SiteShell>
        <NotFound />
      </SiteShell>
    ),
  },
];

export function prerender(): PrerenderedPage[] {
  return pages.map(({ element, ...page }) => ({
    ...page,
    body: renderToStaticMarkup(<Router ssrPath={page.path ?? "/404"}>{element}</Router>),
  }));
}
