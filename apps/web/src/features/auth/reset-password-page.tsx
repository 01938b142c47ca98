import { resetRequest } from "@repasa/contract/auth.forms.ts";
import { MailCheck } from "lucide-react";
import { useRequestReset } from "#features/auth/auth.api.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useForm } from "#lib/use-form.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageCard } from "#ui/page-card.tsx";

export default function ResetPasswordPage() {
  usePageTitle("Restablecer contraseña");
  const request = useRequestReset();
  const { form, field } = useForm(resetRequest, request.mutateAsync);
  const backToLogin = (
    <ButtonLink href={paths.login()} variant="outline" size="lg" full>
      Volver a iniciar sesión
    </ButtonLink>
  );
  if (request.isSuccess) {
    return (
      <PageCard title="Revisa tu correo">
        <Notice icon={<MailCheck />}>
          Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecer la contraseña. Puede tardar
          unos minutos; mira también en la carpeta de correo no deseado.
        </Notice>
        <div className="mt-6 flex flex-col gap-3">
          {backToLogin}
          <Button variant="ghost" full onClick={() => request.reset()}>
            Usar otro correo
          </Button>
        </div>
      </PageCard>
    );
  }
  return (
    <PageCard
      title="Restablecer contraseña"
      subtitle="Escribe tu correo y te enviaremos un enlace para elegir una contraseña nueva."
    >
      <form {...form} className="flex flex-col gap-5">
        <EmailField {...field("email")} />
        <div className="flex flex-col gap-3">
          <Button type="submit" size="lg" full loading={request.isPending}>
            Enviar enlace
          </Button>
          {backToLogin}
        </div>
      </form>
    </PageCard>
  );
}
