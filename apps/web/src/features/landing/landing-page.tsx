import { Brain, CalendarCheck, ChartLine, FolderOpen, type LucideIcon } from "lucide-react";
import { useLocation } from "wouter";
import { usePageTitle } from "#lib/page-title.ts";
import { trackAccess } from "#lib/session.ts";
import { paths } from "#paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Logo } from "#ui/logo.tsx";

/** Stands for a visitor without an account, whose e-mail is not known. */
const ANONYMOUS = "anonymous@repasa.example";

type Feature = { title: string; text: string; Icon: LucideIcon };

const features: readonly Feature[] = [
  {
    title: "Algoritmo Inteligente",
    text: "Cada carta vuelve justo antes de que la olvides. Tú dices cuánto te costó y el algoritmo elige el día.",
    Icon: Brain,
  },
  {
    title: "Programación Optimizada",
    text: "Las cartas difíciles se repiten al día siguiente, las buenas a los 3 días y las fáciles a los 7.",
    Icon: CalendarCheck,
  },
  {
    title: "Seguimiento del Progreso",
    text: "Mira cada día qué completaste, cuántos días seguidos llevas y qué te espera mañana.",
    Icon: ChartLine,
  },
  {
    title: "Organización Fácil",
    text: "Una carpeta por materia, todas tus cartas a mano y una búsqueda que las encuentra al instante.",
    Icon: FolderOpen,
  },
];

export default function LandingPage() {
  usePageTitle("Repasa");
  const [, navigate] = useLocation();
  const begin = () => {
    // The visit is counted on its way; nobody waits for it, and its failure stops nobody.
    void trackAccess(ANONYMOUS);
    navigate(paths.register());
  };
  return (
    <main id="contenido" tabIndex={-1} className="mx-auto max-w-[74rem] overflow-x-clip px-4 pb-16 md:px-8">
      <div className="flex h-18 items-center">
        <Logo />
      </div>
      <section className="grid items-center gap-10 py-8 md:grid-cols-[1.1fr_1fr] md:gap-14 md:py-20">
        <div>
          <h1 tabIndex={-1} className="text-3xl md:text-4xl">
            Tarjetas de memoria inteligentes con repetición espaciada
          </h1>
          <p className="mt-5 max-w-prose text-ink-soft text-lg">
            Crea tus cartas, estudia unos minutos al día y recuerda lo que aprendes. Repasa te muestra cada carta en el
            momento en que más te ayuda.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <Button size="lg" onClick={begin}>
              Comenzar
            </Button>
            <ButtonLink size="lg" variant="outline" href={paths.login()}>
              Iniciar Sesión
            </ButtonLink>
          </div>
        </div>
        <SampleCard />
      </section>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        {features.map(({ title, text, Icon }) => (
          <li key={title} className="surface-card p-5">
            <Icon aria-hidden className="size-6 text-brand-ink" />
            <h2 className="mt-4 text-base">{title}</h2>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-12 text-center text-ink-soft text-lg">
        Únete a miles de estudiantes que recuerdan más y estudian menos.
      </p>
    </main>
  );
}

/** What studying looks like; a picture, so screen readers pass it by. */
function SampleCard() {
  return (
    <div aria-hidden className="relative mx-auto w-full max-w-sm select-none">
      <div className="surface-card absolute inset-0 translate-x-3 -translate-y-2 rotate-4 bg-brand-soft" />
      <div className="surface-card relative flex min-h-72 flex-col p-6">
        <span className="font-semibold text-ink-soft text-sm">Biología · Carta 3 de 12</span>
        <div className="mt-3 h-1 rounded-full bg-brand-soft">
          <div className="h-full w-1/4 rounded-full bg-brand" />
        </div>
        <p className="my-auto py-8 text-center font-semibold text-xl">¿Qué orgánulo produce la energía de la célula?</p>
        <div className="flex justify-center gap-2">
          <Badge tone="easy">Fácil · 7 días</Badge>
          <Badge tone="medium">Medio · 3 días</Badge>
          <Badge tone="hard">Difícil · 1 día</Badge>
        </div>
      </div>
    </div>
  );
}
