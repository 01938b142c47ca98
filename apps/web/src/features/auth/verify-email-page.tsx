import type { User } from "@repasa/contract/auth.ts";
import { MailCheck, MailWarning, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useVerifyEmail } from "#features/auth/use-verify-email.ts";
import { useSession } from "#features/session/use-session.ts";
import { ApiError } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { Notice } from "#ui/notice.tsx";
import { PageCard } from "#ui/page-card.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** Undefined while the session is loading, null if nobody is signed in. */
type Visitor = User | null | undefined;

type Outcome = {
  title: string;
  icon: ReactNode;
  text: string;
  way: { href: string; label: string };
  /** Set if the link still works, so that Back returns to it. */
  worksLater?: true;
};

export default function VerifyEmailPage() {
  usePageTitle("Confirmar correo");
  const token = useLinkToken();
  const { user } = useSession();
  return token ? (
    <Verification key={token} token={token} />
  ) : (
    <Face outcome={describeDeadLink(user, "El enlace está incompleto.")} />
  );
}

/**
 * Requires a click before confirming if nobody is signed in, because mail scanners open every link and a confirmation
 * ends the account's sessions in other browsers. In a browser with a session it confirms at once.
 */
function Verification({ token }: { token: string }) {
  const { user, failed } = useSession();
  const [started, setStarted] = useState(false);
  if (user && !started) setStarted(true);
  if (started) return <Confirmation token={token} />;
  if (user === null || failed) return <Question onConfirm={() => setStarted(true)} />;
  return <Face outcome={undefined}>{loading}</Face>;
}

const loading = (
  <div className="py-6">
    <Spinner />
  </div>
);

function Question({ onConfirm }: { onConfirm: () => void }) {
  return (
    <PageCard
      title="¿Confirmar este correo?"
      subtitle="Por seguridad, pueden cerrarse las sesiones abiertas en otros navegadores. Después entras con tu contraseña."
      footer={
        <>
          ¿Hay una cuenta con tu correo que no creaste tú?{" "}
          <Link href={paths.resetPassword()} className={textLink}>
            Elige una contraseña nueva
          </Link>{" "}
          y será solo tuya.
        </>
      }
    >
      <Button size="lg" full onClick={onConfirm}>
        Confirmar mi correo
      </Button>
    </PageCard>
  );
}

function Confirmation({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useVerifyEmail(token);
  const { user } = useSession();
  return (
    <Face outcome={data ? describeSuccess(user, data.newAddress) : describeRefusal(user, error)}>
      {error ? (
        <ErrorState
          title="No se pudo confirmar tu correo"
          error={error}
          safe="Tu enlace sigue siendo válido."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        loading
      )}
    </Face>
  );
}

function Face({ outcome, children }: { outcome: Outcome | undefined; children?: ReactNode }) {
  return (
    <PageCard title={outcome?.title ?? "Confirmar correo"}>
      {outcome ? (
        <>
          <Notice icon={outcome.icon}>{outcome.text}</Notice>
          <ButtonLink href={outcome.way.href} replace={!outcome.worksLater} size="lg" full className="mt-6">
            {outcome.way.label}
          </ButtonLink>
        </>
      ) : (
        children
      )}
    </PageCard>
  );
}

const ways = {
  home: { href: paths.home(), label: "Ir al inicio" },
  settings: { href: paths.settingsAccount(), label: "Ir a Ajustes" },
  login: { href: paths.login(), label: "Iniciar Sesión" },
};

function describeSuccess(user: Visitor, newAddress: string | null): Outcome {
  return {
    title: "Correo confirmado",
    icon: <MailCheck />,
    text: newAddress
      ? `Desde ahora tu cuenta usa ${newAddress}, también para iniciar sesión.`
      : "Gracias. Tu correo está confirmado.",
    way: user === null ? ways.login : ways.home,
  };
}

/** Returns undefined for failures that a retry may resolve. */
function describeRefusal(user: Visitor, error: unknown): Outcome | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "email_taken") {
    return {
      title: "Ese correo ya tiene una cuenta",
      icon: <Unlink />,
      text: "Entretanto se ha creado otra cuenta con ese correo. La tuya sigue con el que tenía.",
      way: user ? ways.settings : ways.login,
    };
  }
  if (error instanceof ApiError && code === "conflict" && error.serverMessage) {
    return {
      title: "Abre el enlace con tu sesión iniciada",
      icon: <MailWarning />,
      text: error.serverMessage,
      way: user ? ways.settings : ways.login,
      worksLater: true,
    };
  }
  if (code !== "invalid_token") return undefined;
  if (!user?.isEmailVerified || user.pendingEmail) return describeDeadLink(user, "El enlace ya se usó o ha caducado.");
  return {
    title: "Tu correo está confirmado",
    icon: <MailCheck />,
    text: `Este enlace ya se usó o ha caducado, pero no tienes que hacer nada: ${user.email} está confirmado.`,
    way: ways.home,
  };
}

function describeDeadLink(user: Visitor, what: string): Outcome {
  const where = user ? "pide otro enlace en Ajustes" : "inicia sesión y pide otro enlace en Ajustes";
  return {
    title: "Enlace no válido",
    icon: <Unlink />,
    text: `${what} Si tu correo está sin confirmar, ${where}.`,
    way: user ? ways.settings : ways.login,
  };
}
