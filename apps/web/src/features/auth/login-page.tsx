import { credentials } from "@repasa/contract/auth.forms.ts";
import { type ReactNode, useState } from "react";
import { useLogin } from "#features/auth/auth.api.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useForm } from "#lib/use-form.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { PageCard } from "#ui/page-card.tsx";
import { PasswordField } from "#ui/password-field.tsx";

export default function LoginPage() {
  usePageTitle("Iniciar Sesión");
  const [step, setStep] = useState<ReactNode>(null);
  const login = useLogin(setStep);
  const waiting = login.isPending || login.isSuccess;
  const byPasskey = login.variables === null;
  const { form, field } = useForm(credentials, (values) => (waiting ? undefined : login.mutateAsync(values)));
  if (step) return step;
  return (
    <PageCard
      title="Iniciar Sesión"
      subtitle="Tus cartas te esperan."
      footer={
        <>
          ¿Aún no tienes cuenta?{" "}
          <Link href={paths.register()} className={textLink}>
            Crear cuenta
          </Link>
        </>
      }
    >
      <form {...form} className="flex flex-col gap-5">
        <EmailField {...field("email")} defaultValue={login.variables?.email} />
        <div className="flex flex-col gap-2">
          <PasswordField {...field("password")} label="Contraseña" autoComplete="current-password" />
          <Link
            href={paths.resetPassword()}
            lang="en"
            className="-my-1.5 inline-flex min-h-11 items-center self-end rounded-sm font-semibold text-brand-ink text-sm hover:underline"
          >
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" size="lg" full loading={waiting && !byPasskey}>
          Iniciar Sesión
        </Button>
        {"PublicKeyCredential" in window && (
          <Button
            variant="outline"
            size="lg"
            full
            loading={waiting && byPasskey}
            onClick={() => waiting || login.mutate(null)}
          >
            Entrar con una llave de acceso
          </Button>
        )}
      </form>
    </PageCard>
  );
}
