import { Clock, Languages, type LucideIcon, Mail, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { SupportLink } from "#features/legal/components/legal-text.tsx";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";

type Fact = { term: string; Icon: LucideIcon; text: ReactNode };

const facts: readonly Fact[] = [
  { term: "Correo electrónico", Icon: Mail, text: <SupportLink /> },
  { term: "Horario", Icon: Clock, text: <OfficeHours /> },
  { term: "Idiomas", Icon: Languages, text: "Español, Inglés y Portugués" },
  { term: "Tiempo de respuesta", Icon: MessageCircle, text: "24-48 horas" },
];

/** A line may end before the times, and not within one. */
function OfficeHours() {
  return (
    <>
      Lunes a viernes, <span className="inline-block">9:00 AM - 6:00 PM GMT-3</span>
    </>
  );
}

type Question = { question: string; answer: ReactNode };

const questions: readonly Question[] = [
  {
    question: "¿Cómo restablezco mi contraseña?",
    answer: (
      <>
        Pide un enlace en{" "}
        <Link href={paths.resetPassword()} className={textLink}>
          restablecer contraseña
        </Link>{" "}
        con el correo de tu cuenta. Si la cuenta existe, recibirás un mensaje con un enlace que vale 30 minutos; ábrelo
        y elige una contraseña nueva de al menos 8 caracteres. Si no lo ves, mira en la carpeta de correo no deseado.
      </>
    ),
  },
  {
    question: "¿Cómo funciona la repetición espaciada?",
    answer:
      "Después de ver la respuesta dices cuánto te costó. Una carta nueva difícil vuelve después de 1 día, una " +
      "media después de 3 y una fácil después de 7. Cada vez que la recuerdas el intervalo crece, y si la " +
      "olvidas vuelve pronto. Así repasas cada carta justo antes de olvidarla y no pierdes tiempo con lo que ya sabes.",
  },
  {
    question: "¿Puedo usar Repasa sin conexión?",
    answer:
      "Sí, en un navegador en el que ya hayas iniciado sesión y abierto Repasa con conexión. Sin ella puedes repasar lo " +
      "que toca durante una semana, buscar, y escribir y cambiar cartas; todo se guarda en tu dispositivo y se envía " +
      "cuando vuelve. Para iniciar sesión, importar, pagar o ver algo por primera vez hace falta internet.",
  },
  {
    question: "¿Cómo elimino mi cuenta?",
    answer: (
      <>
        En{" "}
        <Link href={paths.settings()} className={textLink}>
          Ajustes
        </Link>
        , elige «Excluir cuenta» y confirma. Se borran al momento y para siempre tu cuenta, tus carpetas, tus cartas y
        tu historial de repasos. Si tienes una suscripción, se cancela en ese momento. Si has cambiado de correo en los
        últimos siete días, la cuenta se cierra y se borra cuando hayan pasado: hasta entonces puedes recuperarla con el
        enlace que enviamos al correo anterior, y no se te cobra nada.
      </>
    ),
  },
];

const mails = [
  {
    what: "Confirmar tu correo.",
    text: "Al crear la cuenta te enviamos un enlace que vale 7 días. Puedes estudiar sin esperarlo; si no lo encuentras, pide otro en Ajustes.",
  },
  {
    what: "Cambiar el correo o la contraseña.",
    text: "Se hace en Ajustes, con tu contraseña actual. Un correo nuevo empieza a valer cuando abres el enlace que le enviamos, y el anterior recibe un aviso.",
  },
  {
    what: "El recordatorio diario.",
    text:
      "Llega solo si lo activas: uno al día como mucho, a tu hora, cuando tienes cartas pendientes y aún no " +
      "has repasado. Lo apagas en Ajustes o con el enlace que lleva cada recordatorio, sin iniciar sesión. Si " +
      "pasas 14 días sin entrar, se detiene hasta que vuelvas.",
  },
];

export default function SupportPage({ backHref }: { backHref?: string }) {
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title="Soporte" subtitle="Escríbenos: responde una persona." backHref={backHref} />
      <dl className="grid gap-3 sm:grid-cols-2 md:gap-4">
        {facts.map(({ term, Icon, text }) => (
          <div key={term} className="surface-card p-4 md:p-5">
            <dt className="flex items-center gap-2.5 text-ink-soft">
              <Icon aria-hidden className="size-5 shrink-0 text-brand-ink" />
              {term}
            </dt>
            <dd className="mt-1 text-balance pl-7.5 font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-10">
        <h2 className="text-xl">Preguntas frecuentes</h2>
        <div className="surface-card mt-4 divide-y divide-line px-5">
          {questions.map(({ question, answer }) => (
            <div key={question} className="py-5">
              <h3 className="text-input">{question}</h3>
              <p className="mt-1.5 text-ink-soft">{answer}</p>
            </div>
          ))}
        </div>
      </section>
      <section className="mt-10">
        <h2 className="text-xl">Correos y recordatorios</h2>
        <ul className="surface-card mt-4 divide-y divide-line px-5">
          {mails.map(({ what, text }) => (
            <li key={what} className="py-5 text-ink-soft">
              <strong className="text-ink">{what}</strong> {text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
