import { ShieldCheck, Unlink } from "lucide-react";
import { useUndoEmail } from "#features/auth/use-undo-email.ts";
import { hasCode } from "#lib/api-error.ts";
import { errorMessage, explainFailure } from "#lib/error-message.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { buildSecretPath, useLinkToken } from "#lib/use-link-token.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { FormError } from "#ui/form-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageCard } from "#ui/page-card.tsx";

export default function UndoEmailPage() {
  usePageTitle("Recuperar cuenta");
  const token = useLinkToken();
  return token ? <UndoPrompt key={token} token={token} /> : <InvalidLink />;
}

/** Undoes the change only on a click, because mail scanners open every link in a letter. */
function UndoPrompt({ token }: { token: string }) {
  const { mutate: undoChange, data, error, isPending } = useUndoEmail(token);
  if (data) return <UndoSuccess resetToken={data.resetToken} />;
  if (hasCode(error, "invalid_token")) return <InvalidLink replaces />;
  const failure = error ? errorMessage(error, `No se pudo deshacer el cambio. ${explainFailure(error)}`) : undefined;
  return (
    <PageCard
      title="¿Deshacer el cambio de correo?"
      subtitle="Tu cuenta volverá a usar el correo en el que recibiste el enlace. Se cerrarán todas las sesiones y elegirás una contraseña nueva. Si se ha pedido eliminarla, ya no se eliminará."
    >
      <div className="flex flex-col gap-3">
        <Button size="lg" full loading={isPending} onClick={() => undoChange()}>
          Recuperar mi cuenta
        </Button>
        <ButtonLink href={paths.home()} variant="outline" size="lg" full>
          Dejarlo como está
        </ButtonLink>
        <FormError message={failure} />
      </div>
    </PageCard>
  );
}

function UndoSuccess({ resetToken }: { resetToken: string }) {
  return (
    <PageCard title="Tu cuenta vuelve a ser tuya" replaces>
      <Notice icon={<ShieldCheck />}>
        Tu cuenta vuelve a tener este correo y hemos cerrado todas las sesiones. Elige ahora una contraseña nueva.
      </Notice>
      <ButtonLink href={buildSecretPath(paths.newPassword(), resetToken)} replace size="lg" full className="mt-6">
        Elegir una contraseña nueva
      </ButtonLink>
    </PageCard>
  );
}

function InvalidLink({ replaces = false }) {
  return (
    <PageCard title="Enlace no válido" replaces={replaces}>
      <Notice icon={<Unlink />}>
        El enlace está incompleto, ya se usó o ha caducado. Si no puedes entrar en tu cuenta, restablece tu contraseña o
        escríbenos desde el correo en el que recibiste el enlace.
      </Notice>
      <div className="mt-6 flex flex-col gap-3">
        <ButtonLink href={paths.resetPassword()} size="lg" full>
          Restablecer contraseña
        </ButtonLink>
        <ButtonLink href={paths.support()} variant="outline" size="lg" full>
          Ir a Soporte
        </ButtonLink>
        <ButtonLink href={paths.login()} variant="outline" size="lg" full>
          Iniciar Sesión
        </ButtonLink>
      </div>
    </PageCard>
  );
}
