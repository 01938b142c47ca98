import type { ReactNode } from "react";
import { paths } from "#paths.ts";
import { HomeLink } from "#shell/home-link.tsx";
import { SkipLink } from "#shell/skip-link.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

type SiteShellProps = {
  home?: boolean;
  children: ReactNode;
};

const width = "mx-auto w-full max-w-[74rem] px-4 md:px-8";

/** The layout of the public site. It is prerendered, so no part of it may need JavaScript. */
export default function SiteShell({ home = false, children }: SiteShellProps) {
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col overflow-x-clip">
        <header className={`${width} flex min-h-18 flex-wrap items-center justify-between gap-x-4`}>
          {home ? (
            <Logo />
          ) : (
            <>
              <HomeLink className="-mx-2 inline-flex" />
              <ButtonLink variant="outline" href={paths.login()}>
                Iniciar Sesión
              </ButtonLink>
            </>
          )}
        </header>
        <main id="contenido" tabIndex={-1} className={`${width} flex-1 pb-16`}>
          {children}
        </main>
        <footer className="border-line border-t">
          <div className={`${width} flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-5 text-ink-soft`}>
            <p>Repasa, para estudiar un poco cada día.</p>
            <nav aria-label="Información">
              <ul className="flex flex-wrap gap-x-4 text-sm md:gap-x-5 md:text-base">
                <FooterLink href={paths.support()}>Soporte</FooterLink>
                <FooterLink href={paths.privacyPolicy()}>Política de privacidad</FooterLink>
                <FooterLink href={paths.termsOfService()}>Términos de servicio</FooterLink>
              </ul>
            </nav>
          </div>
        </footer>
      </div>
    </>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <Link href={href} className="inline-flex min-h-11 items-center rounded-sm hover:text-ink hover:underline">
        {children}
      </Link>
    </li>
  );
}
