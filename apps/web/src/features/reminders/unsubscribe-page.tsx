import { BellOff, BellRing, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useReminderSubscription } from "#features/reminders/reminders.api.ts";
import { useSession } from "#features/session/use-session.ts";
import { hasCode } from "#lib/api-error.ts";
import { errorMessage, explainFailure } from "#lib/error-message.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageCard } from "#ui/page-card.tsx";

const INVALID_LINK = "Enlace no válido";

export default function UnsubscribePage() {
  usePageTitle("Recordatorios");
  const token = useLinkToken();
  return token ? (
    <Subscription key={token} token={token} />
  ) : (
    <PageCard title={INVALID_LINK}>
      <InvalidLink />
    </PageCard>
  );
}

/** Requires a click, because mail scanners open every link. */
function Subscription({ token }: { token: string }) {
  const { setReminder, isPending, error } = useReminderSubscription(token);
  const [reminder, showReminder] = useState<boolean>();
  if (hasCode(error, "invalid_token")) {
    return (
      <PageCard title={INVALID_LINK}>
        <InvalidLink />
      </PageCard>
    );
  }

  const button = (wanted: boolean, label: string, variant: "primary" | "outline") => (
    <Button
      size="lg"
      full
      variant={variant}
      loading={isPending}
      onClick={() => setReminder(wanted, { onSuccess: (response) => showReminder(response.reminder) })}
    >
      {label}
    </Button>
  );
  const failure = error ? errorMessage(error, `No se pudo guardar el cambio. ${explainFailure(error)}`) : undefined;
  if (reminder === undefined) {
    return (
      <PageCard
        title="¿Dejar de recibir los recordatorios diarios?"
        subtitle="Tus cartas y tu progreso se quedan como están."
      >
        <Choices failure={failure}>
          {button(false, "Dejar de recibirlos", "primary")}
          <ButtonLink href={paths.home()} variant="outline" size="lg" full>
            Seguir recibiéndolos
          </ButtonLink>
        </Choices>
      </PageCard>
    );
  }
  return reminder ? (
    <PageCard title="Los recordatorios siguen activos">
      <Notice icon={<BellRing />}>Te avisaremos como hasta ahora, los días en que tengas cartas pendientes.</Notice>
      <Choices failure={failure}>
        <NextStep />
        {button(false, "Dejar de recibirlos", "outline")}
      </Choices>
    </PageCard>
  ) : (
    <PageCard title="No te enviaremos más recordatorios">
      <Notice icon={<BellOff />}>Si cambias de idea, puedes volver a activarlos en Ajustes.</Notice>
      <Choices failure={failure}>
        <NextStep />
        {button(true, "Deshacer", "outline")}
      </Choices>
    </PageCard>
  );
}

function InvalidLink() {
  const { user } = useSession();
  return (
    <>
      <Notice icon={<Unlink />}>
        {`El enlace está incompleto o ya no sirve. Los recordatorios también se apagan en Ajustes${user ? "" : ", al iniciar sesión"}.`}
      </Notice>
      <Choices>
        <NextStep />
      </Choices>
    </>
  );
}

function Choices({ failure, children }: { failure?: string | undefined; children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      {children}
      <FormError message={failure} />
    </div>
  );
}

function NextStep() {
  const { user } = useSession();
  return (
    <ButtonLink href={user ? paths.settingsReminders() : paths.login()} size="lg" full>
      {user ? "Ir a Ajustes" : "Iniciar Sesión"}
    </ButtonLink>
  );
}
