import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useCancelEmailChange, useSendVerification } from "#features/account/account.credentials.ts";
import { errorMessage } from "#lib/error-message.ts";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";

export function EmailState({ confirmed }: { confirmed: boolean }) {
  return confirmed ? (
    <p className="mt-0.5 flex items-center gap-1.5 text-ink-soft text-sm">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-easy" />
      Confirmado
    </p>
  ) : (
    <p className="mt-0.5 flex items-center gap-1.5 text-medium text-sm">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      Sin confirmar
    </p>
  );
}

export function Unconfirmed() {
  return <Waiting hint="Abre el enlace que te enviamos para confirmar que este correo es tuyo." />;
}

/** Explains that a feature is unavailable until the address is confirmed. */
export function ConfirmFirst({ hint }: { hint: string }) {
  return (
    <div className="mt-4 flex flex-col gap-1 text-sm">
      <SendLink hint={hint} label="Enviarme el enlace" />
    </div>
  );
}

export function PendingAddress({ address }: { address: string }) {
  const cancel = useCancelEmailChange();
  return (
    <Waiting
      hint="Abre el enlace que enviamos a ese correo. Hasta entonces tu cuenta sigue con el de ahora."
      other={
        <Button
          variant="ghost"
          size="sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => document.getElementById(EMAIL_CHANGE)?.focus() })}
        >
          Cancelar el cambio
        </Button>
      }
    >
      <p>
        Pendiente de confirmar: <strong className="text-ink [overflow-wrap:anywhere]">{address}</strong>
      </p>
    </Waiting>
  );
}

/** The id of the button that takes the focus when the button that cancels a change disappears. */
export const EMAIL_CHANGE = "cambiar-correo";

type WaitingProps = { hint: string; children?: ReactNode; other?: ReactNode };

function Waiting({ hint, children, other }: WaitingProps) {
  return (
    <div className="flex flex-col gap-1 border-line border-t p-4 text-ink-soft text-sm md:px-5">
      {children}
      <SendLink hint={hint} label="Enviar de nuevo" other={other} />
    </div>
  );
}

function SendLink({ hint, label, other }: { hint: string; label: string; other?: ReactNode }) {
  const { mutate, isPending, isSuccess, error } = useSendVerification();
  return (
    <>
      {/* The result replaces the hint, so that the layout does not shift. */}
      <p role="status">
        {isSuccess ? "Enlace enviado. Puede tardar unos minutos; mira también en el correo no deseado." : hint}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" loading={isPending} onClick={() => mutate()}>
          {label}
        </Button>
        {other}
      </div>
      <FormError
        message={error ? errorMessage(error, "No se pudo enviar el enlace. Inténtalo de nuevo.") : undefined}
      />
    </>
  );
}
