import type { OpenSession, User } from "@repasa/contract/auth.ts";
import { describeDevice } from "@repasa/contract/device.ts";
import { MailCheck, MailWarning, Unlink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useUnprovenSessions, useVerifyEmail } from "#features/auth/use-verify-email.ts";
import { useSession } from "#features/session/use-session.ts";
import { ApiError } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useNow } from "#lib/use-now.ts";
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

/** The answer to the question of whether the other open sessions are the student's own; null if nothing was asked. */
type Answer = { isMine: boolean; keptSessions: readonly string[] } | null;

/**
 * Requires a click before confirming if nobody is signed in, because mail scanners open every link and a confirmation
 * ends the account's sessions in other browsers. Asks whether those are the student's own, and then keeps them. In a browser
 * with the only session it confirms at once.
 */
function Verification({ token }: { token: string }) {
  const { user, failed } = useSession();
  const others = useUnprovenSessions(token);
  const [started, setStarted] = useState<{ answer: Answer }>();
  if (user && others?.length === 0 && !started) setStarted({ answer: null });
  if (started) return <Confirmation token={token} answer={started.answer} />;
  if (!others || (user === undefined && !failed)) return <Face outcome={undefined}>{loading}</Face>;
  if (others.length === 0) return <Question onConfirm={() => setStarted({ answer: null })} />;
  const keptSessions = others.map(({ id }) => id);
  return (
    <DeviceQuestion
      sessions={others}
      onAnswer={(isMine) => setStarted({ answer: { isMine, keptSessions: isMine ? keptSessions : [] } })}
    />
  );
}

const loading = (
  <div className="py-6">
    <Spinner />
  </div>
);

const notMine = (
  <>
    ¿Hay una cuenta con tu correo que no creaste tú?{" "}
    <Link href={paths.resetPassword()} className={textLink}>
      Elige una contraseña nueva
    </Link>{" "}
    y será solo tuya.
  </>
);

function Question({ onConfirm }: { onConfirm: () => void }) {
  return (
    <PageCard
      title="¿Confirmar este correo?"
      subtitle="Por seguridad, pueden cerrarse las sesiones abiertas en otros navegadores. Después entras con tu contraseña."
      footer={notMine}
    >
      <Button size="lg" full onClick={onConfirm}>
        Confirmar mi correo
      </Button>
    </PageCard>
  );
}

type DeviceQuestionProps = { sessions: readonly OpenSession[]; onAnswer: (isMine: boolean) => void };

/** Names the devices, so that whoever did not create the account sees that a stranger's is among them. */
function DeviceQuestion({ sessions, onAnswer }: DeviceQuestionProps) {
  const now = useNow();
  const isOne = sessions.length === 1;
  return (
    <PageCard
      title="¿Confirmar este correo?"
      subtitle={
        isOne
          ? "Tu cuenta también está abierta en otro dispositivo. ¿Es tuyo?"
          : "Tu cuenta también está abierta en otros dispositivos. ¿Son tuyos?"
      }
      footer={notMine}
    >
      <ul aria-label="Dispositivos con tu cuenta abierta" className="mb-5 grid gap-2">
        {sessions.map(({ id, userAgent, createdAt }) => (
          <li key={id} className="rounded-control bg-sunken px-4 py-2.5">
            <p className="wrap-anywhere font-semibold">{describeDevice(userAgent).name}</p>
            <p className="text-ink-soft text-sm">Entró {timeAgo(createdAt, now)}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        <Button size="lg" full onClick={() => onAnswer(true)}>
          {isOne ? "Sí, es mío. Confirmar mi correo" : "Sí, son míos. Confirmar mi correo"}
        </Button>
        <Button size="lg" full variant="outline" onClick={() => onAnswer(false)}>
          {isOne ? "No, cerrar su sesión" : "No, cerrar sus sesiones"}
        </Button>
      </div>
    </PageCard>
  );
}

function Confirmation({ token, answer }: { token: string; answer: Answer }) {
  const { data, error, isFetching, refetch } = useVerifyEmail(token, answer?.keptSessions ?? []);
  const { user } = useSession();
  const isClosed = answer !== null && !answer.isMine;
  return (
    <Face outcome={data ? describeSuccess(user, data.newAddress, isClosed) : describeRefusal(user, error)}>
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

/** @param isClosed True if sessions were closed that are not the student's own: whoever began them knows the password. */
function describeSuccess(user: Visitor, newAddress: string | null, isClosed: boolean): Outcome {
  if (isClosed) {
    return {
      title: "Correo confirmado",
      icon: <MailCheck />,
      text: "Las otras sesiones están cerradas. Quien las abrió conoce la contraseña de la cuenta: elige una nueva.",
      way: { href: paths.resetPassword(), label: "Elegir una contraseña nueva" },
    };
  }
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
