import type { ReactNode } from "react";
import { paths } from "#paths.ts";
import { HomeLink } from "#shell/home-link.tsx";
import { Link } from "#ui/link.tsx";

export default function PublicShell({ children }: { children: ReactNode }) {
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-start px-4 pt-8 pb-10 md:justify-center md:pt-10"
    >
      <HomeLink className="mb-7 flex self-center" />
      {children}
      <nav aria-label="Información" className="mt-6">
        <ul className="flex flex-wrap justify-center gap-x-4 text-ink-soft text-sm">
          {information.map(([href, name]) => (
            <li key={href}>
              <Link href={href} className="inline-flex min-h-11 items-center rounded-sm hover:text-ink hover:underline">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}

const information = [
  [paths.support(), "Soporte"],
  [paths.privacyPolicy(), "Política de privacidad"],
  [paths.termsOfService(), "Términos de servicio"],
] as const;
