import { Brain, CalendarCheck, ChartLine, FolderOpen, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { SampleDeck } from "#features/landing/components/sample-deck.tsx";
import { attachLandingBehaviour } from "#features/landing/landing.behaviour.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

type Feature = { title: string; text: string; Icon: LucideIcon };

const features: readonly Feature[] = [
  {
    title: "Algoritmo Inteligente",
    text: "Cada carta vuelve justo antes de que la olvides. Tú dices cuánto te costó y el algoritmo elige el día.",
    Icon: Brain,
  },
  {
    title: "Programación Optimizada",
    text: "Una carta difícil se repite después de 1 día, una buena después de 3 días y una fácil después de 7 días.",
    Icon: CalendarCheck,
  },
  {
    title: "Seguimiento del Progreso",
    text: "Mira qué completaste hoy, cuántos días seguidos llevas y qué te espera mañana.",
    Icon: ChartLine,
  },
  {
    title: "Organización Fácil",
    text: "Una carpeta por materia, todas tus cartas a mano y una búsqueda que las encuentra al instante.",
    Icon: FolderOpen,
  },
];

/** Prerendered at build time for visitors; rendered by the app when a session ends on this path. */
export default function LandingPage() {
  usePageTitle("Repasa");
  const [, navigate] = useLocation();
  const page = useRef<HTMLDivElement>(null);
  useEffect(
    () => (page.current ? attachLandingBehaviour(page.current, { go: (path) => navigate(path) }) : undefined),
    [navigate],
  );
  return (
    <div ref={page}>
      <section className="grid items-center gap-x-14 gap-y-12 py-8 md:py-16 lg:grid-cols-[1.15fr_1fr] lg:py-20">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-[min(2.25rem,12vw)]/[1.11] lg:text-4xl">
            Tarjetas de memoria inteligentes con repetición espaciada
          </h1>
          <p className="mt-5 max-w-prose text-ink-soft text-lg">
            Crea tus cartas, estudia unos minutos al día y recuerda lo que aprendes. Repasa te muestra cada carta en el
            momento en que más te ayuda.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <BeginForm className="grid">Comenzar</BeginForm>
            <ButtonLink size="lg" variant="outline" href={paths.login()}>
              Iniciar Sesión
            </ButtonLink>
          </div>
        </div>
        <SampleDeck />
      </section>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ title, text, Icon }) => (
          <li key={title} className="surface-card p-5">
            <Icon aria-hidden className="size-6 text-brand-ink" />
            <h2 className="mt-4 text-base">{title}</h2>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <section className="mt-14 rounded-card bg-brand-soft px-5 py-12 text-center md:mt-20 md:py-16">
        <p className="mx-auto max-w-xl text-balance font-bold text-2xl tracking-tight">
          Únete a miles de estudiantes que recuerdan más y estudian menos.
        </p>
        <BeginForm className="mt-8 grid justify-center">Crear mi primera carta</BeginForm>
      </section>
    </div>
  );
}

/** A form, because it works without JavaScript. `landing.behaviour.ts` counts the visit. */
function BeginForm({ className, children }: { className: string; children: string }) {
  return (
    <form data-begin="" action={paths.register()} className={className}>
      <Button type="submit" size="lg">
        {children}
      </Button>
    </form>
  );
}
