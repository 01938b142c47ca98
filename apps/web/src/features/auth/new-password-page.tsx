import { newPasswordForm } from "@repasa/contract/auth.forms.ts";
import { CircleCheck, Unlink } from "lucide-react";
import { useSetNewPassword } from "#features/auth/auth.api.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useForm } from "#lib/use-form.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageCard } from "#ui/page-card.tsx";

export default function NewPasswordPage() {
  usePageTitle("Nueva contraseña");
  const token = useLinkToken();
  return token ? <NewPassword key={token} token={token} /> : <InvalidLink />;
}

function NewPassword({ token }: { token: string }) {
  const change = useSetNewPassword();
  const { form, field } = useForm(newPasswordForm, change.mutateAsync);
  if (change.isSuccess) {
    return (
      <PageCard title="Contraseña actualizada">
        <Notice icon={<CircleCheck />}>Ya puedes entrar con tu nueva contraseña.</Notice>
        <ButtonLink href={paths.login()} replace size="lg" full className="mt-6">
          Iniciar Sesión
        </ButtonLink>
      </PageCard>
    );
  }
  return (
    <PageCard
      title="Nueva contraseña"
      footer={
        <Link href={paths.login()} className={textLink}>
          Volver a iniciar sesión
        </Link>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields label="Nueva contraseña" field={field} />
        <Button type="submit" size="lg" full loading={change.isPending} className="mt-1">
          Guardar contraseña
        </Button>
      </form>
      {change.isError && (
        <p className="mt-5 text-ink-soft text-sm">
          ¿El enlace ya no sirve?{" "}
          <Link href={paths.resetPassword()} className={textLink}>
            Pide uno nuevo
          </Link>
        </p>
      )}
    </PageCard>
  );
}

function InvalidLink() {
  return (
    <PageCard title="Enlace no válido">
      <Notice icon={<Unlink />}>
        El enlace para restablecer la contraseña no es válido o está incompleto. Pide uno nuevo y ábrelo desde el
        correo.
      </Notice>
      <div className="mt-6 flex flex-col gap-3">
        <ButtonLink href={paths.resetPassword()} size="lg" full>
          Solicitar un enlace nuevo
        </ButtonLink>
        <ButtonLink href={paths.login()} variant="outline" size="lg" full>
          Volver a iniciar sesión
        </ButtonLink>
      </div>
    </PageCard>
  );
}
