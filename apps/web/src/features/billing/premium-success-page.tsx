import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CloudOff, Hourglass, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { confirmationQuery } from "#features/billing/billing.confirmation.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import { PaymentOutcome, type PaymentOutcomeProps } from "#features/billing/components/payment-outcome.tsx";
import { PremiumMark } from "#features/billing/components/premium-mark.tsx";
import { ReturnButton } from "#features/billing/components/return-button.tsx";
import { useUser } from "#features/session/use-session.ts";
import { isUnreachable } from "#lib/api-error.ts";
import { explainFailure } from "#lib/error-message.ts";
import { useOffline } from "#lib/use-offline.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";

export default function PremiumSuccessPage() {
  const alreadyPremium = isPremium(useUser());
  const { data, error, isFetching, refetch } = useQuery({
    ...confirmationQuery(useQueryClient()),
    enabled: !alreadyPremium,
  });
  const isOffline = useOffline();
  const renderCheckAgain = (label: string) => (
    <CheckAgain label={label} checking={isFetching} onCheck={() => isFetching || void refetch()} />
  );
  // One element for all states, because it moves the focus when the state changes.
  return (
    <PaymentOutcome
      {...describeOutcome(
        alreadyPremium ? "premium" : chooseState({ confirmed: data, error, isOffline }),
        renderCheckAgain,
        error,
      )}
    />
  );
}

type State = "looking" | "premium" | "late" | "offline" | "unknown";

type Confirmation = { confirmed: "premium" | "late" | undefined; error: Error | null; isOffline: boolean };

function chooseState({ confirmed, error, isOffline }: Confirmation): State {
  if (confirmed === "premium") return "premium";
  // A server that fails counts as none for the app, but here it has said why.
  if (error && !isUnreachable(error)) return "unknown";
  if (isOffline) return "offline";
  return error ? "unknown" : (confirmed ?? "looking");
}

function describeOutcome(
  state: State,
  renderCheckAgain: (label: string) => ReactNode,
  error: unknown,
): PaymentOutcomeProps {
  switch (state) {
    case "looking":
      return {
        mark: <LoaderCircle className="size-9 animate-spin text-brand" strokeWidth={2.25} />,
        title: "Estamos confirmando tu pago",
        text: "Suele tardar unos segundos. No hace falta que hagas nada.",
      };
    case "premium":
      return {
        mark: <PremiumMark />,
        title: "Ya tienes Premium",
        text: "Gracias por apoyar Repasa. Esto es lo que cambia desde ahora:",
        children: <Benefits />,
      };
    case "late":
      return {
        mark: <Mark icon={<Hourglass className="size-7" />} />,
        title: "Tu pago tarda un poco más",
        text: "A veces el banco necesita unos minutos. No se te cobrará dos veces, y Premium aparecerá solo en tu cuenta en cuanto se confirme.",
        children: renderCheckAgain("Comprobar de nuevo"),
      };
    case "offline":
      // The screen is loaded again as soon as there is a connection (`useReconnection`).
      return {
        mark: <Mark icon={<CloudOff className="size-7" />} />,
        title: "Hace falta conexión para confirmar tu pago",
        text: "Si lo completaste, está a salvo: no se te cobrará dos veces. Lo comprobaremos en cuanto vuelva la conexión.",
        children: renderCheckAgain("Reintentar"),
      };
    case "unknown":
      return {
        mark: <Mark icon={<CloudOff className="size-7" />} />,
        title: "No pudimos comprobar tu pago",
        text: `Si lo completaste, está a salvo: no se te cobrará dos veces, y Premium aparecerá solo en tu cuenta. ${explainFailure(error)}`,
        children: renderCheckAgain("Reintentar"),
      };
  }
}

const benefits = [
  "Carpetas y cartas sin límite.",
  "Estudio sin anuncios.",
  "La suscripción, en tus manos: la gestionas o la cancelas en Ajustes.",
];

function Benefits() {
  return (
    <>
      <ul className="surface-card mt-6 flex w-full flex-col gap-3 p-5 text-left">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-easy" />
            <span className="min-w-0">{benefit}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 w-full">
        <ReturnButton />
      </div>
    </>
  );
}

type CheckAgainProps = { label: string; checking: boolean; onCheck: () => void };

function CheckAgain({ label, checking, onCheck }: CheckAgainProps) {
  return (
    <>
      <div className="mt-6 flex w-full flex-col gap-2">
        <Button size="lg" full loading={checking} onClick={onCheck}>
          {label}
        </Button>
        <ReturnButton variant="outline" />
      </div>
      <p className="mt-5 text-balance text-ink-soft text-sm">
        ¿Sigue igual después de un rato? Escribe a{" "}
        <Link href={paths.support()} className={textLink}>
          soporte
        </Link>{" "}
        y lo miramos.
      </p>
    </>
  );
}

function Mark({ icon }: { icon: ReactNode }) {
  return <span className="grid size-14 place-items-center rounded-card bg-sunken text-ink-soft">{icon}</span>;
}
