import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { hasCode, isUnreachable } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";

/** Says why a link, or a class, could not be created, with the way out. */
export function ShareRefusal({ error }: { error: Error }) {
  if (isUnreachable(error)) return <Refusal text="Para compartir hace falta conexión." />;
  const text = errorMessage(error, "No se pudo crear el enlace. Inténtalo de nuevo.");
  return <Refusal text={text} way={findWayOut(error)} />;
}

function findWayOut(error: Error): ReactNode {
  if (hasCode(error, "email_unconfirmed")) return <Way href={paths.settingsAccount()}>Confirmar mi correo</Way>;
  if (hasCode(error, "sharing_barred")) return <Way href={paths.support()}>Escribir a soporte</Way>;
  if (hasCode(error, "conflict")) return <Way href={`${paths.settingsData()}#enlaces`}>Ver mis enlaces</Way>;
  return null;
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} variant="outline" size="sm">
      {children}
    </ButtonLink>
  );
}

function Refusal({ text, way }: { text: string; way?: ReactNode }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-control bg-sunken p-3.5">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <span className="min-w-0">{text}</span>
      </p>
      {way}
    </div>
  );
}
