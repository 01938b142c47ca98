import { registration } from "@repasa/contract/auth.forms.ts";
import { useEffect } from "react";
import { useRegister } from "#features/auth/auth.api.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { rememberShare } from "#lib/share-address.ts";
import { useForm } from "#lib/use-form.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";
import { PageCard } from "#ui/page-card.tsx";

export default function RegisterPage() {
  usePageTitle("Crear cuenta");
  const register = useRegister();
  useEffect(() => rememberShare(window.location), []);
  const waiting = register.isPending || register.isSuccess;
  const { form, field } = useForm(registration, ({ email, password, confirmPassword }) =>
    waiting ? undefined : register.mutateAsync({ email, password, confirmPassword }),
  );
  return (
    <PageCard
      title="Crear cuenta"
      subtitle="Unos minutos al día bastan para recordar."
      footer={
        <>
          ¿Ya tienes cuenta?{" "}
          <Link href={paths.login()} className={textLink}>
            Iniciar Sesión
          </Link>
        </>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <EmailField {...field("email")} />
        <NewPasswordFields label="Contraseña" field={field} />
        <Button type="submit" size="lg" full loading={waiting} className="mt-1">
          Crear cuenta
        </Button>
        <p className="text-ink-soft text-sm">
          Al crear la cuenta aceptas los{" "}
          <Link href={paths.termsOfService()} className={textLink}>
            términos de servicio
          </Link>{" "}
          y la{" "}
          <Link href={paths.privacyPolicy()} className={textLink}>
            política de privacidad
          </Link>
          .
        </p>
      </form>
    </PageCard>
  );
}
