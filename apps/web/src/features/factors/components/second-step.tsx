import type { User } from "@repasa/contract/auth.ts";
import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import type { Proof } from "@repasa/contract/factors.ts";
import { type ReactNode, useEffect } from "react";
import { ProofForm } from "#features/factors/components/proof-form.tsx";
import { signInByPasskey } from "#features/factors/factors.passkeys.ts";
import { callApi } from "#lib/api.ts";
import { replaceLeftSession } from "#lib/left-session.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { PageCard } from "#ui/page-card.tsx";

/** Signs in with a passkey or a second factor. Rejects with an error without a message if the user goes back. */
export function continueSignIn(how: "passkey" | "second-factor", show: (step: ReactNode) => void): Promise<User> {
  if (how === "passkey") return signInByPasskey();
  return new Promise((resolve, reject) => {
    const onBack = (reason: Error) => {
      show(null);
      reject(reason);
      setTimeout(focusHeading);
    };
    show(<SecondStep onSignedIn={resolve} onBack={onBack} />);
  });
}

/** The button that led to this step was removed, so the focus is lost. */
const focusHeading = () => document.querySelector("h1")?.focus({ preventScroll: true });

type SecondStepProps = { onSignedIn: (user: User) => void; onBack: (reason: Error) => void };

/** The step of the login after the password. */
function SecondStep({ onSignedIn, onBack }: SecondStepProps) {
  const finish = async ({ code, passkey }: Proof) => {
    const body = { code, passkey };
    onSignedIn(await replaceLeftSession((options) => callApi(factorEndpoints.finishSignIn, { body }, options)));
  };
  useEffect(focusHeading, []);
  return (
    <PageCard
      title="Confirma que eres tú"
      subtitle="Tu contraseña es correcta. Falta un paso para entrar."
      footer={
        <>
          ¿Lo añadió alguien sin tu permiso en los últimos siete días?{" "}
          <Link href={paths.resetPassword()} className={textLink}>
            Elige una contraseña nueva
          </Link>
          . ¿Has perdido todo esto? Escribe a{" "}
          <Link href={paths.support()} className={textLink}>
            Soporte
          </Link>
          .
        </>
      }
    >
      <ProofForm
        load={() => callApi(factorEndpoints.secondFactorMethods)}
        onProof={finish}
        onExpired={onBack}
        footer={
          <Button variant="ghost" full onClick={() => onBack(new Error(""))}>
            Volver a iniciar sesión
          </Button>
        }
      />
    </PageCard>
  );
}
