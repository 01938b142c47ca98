import type { Plan } from "@repasa/contract/billing.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Crown, ExternalLink } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { planQuery } from "#features/billing/billing.api.ts";
import { openPaywall } from "#features/billing/billing.paywall.ts";
import { isPremium } from "#features/billing/billing.plan.ts";
import {
  describePlan,
  FREE_PLAN,
  formatAllowance,
  type PlanFace,
  PREMIUM_ACTIVE,
} from "#features/billing/billing.wording.ts";
import { usePortal, useReturnFromPortal } from "#features/billing/use-portal.ts";
import { refreshUser } from "#features/session/session.user.ts";
import { useUser } from "#features/session/use-session.ts";
import { keepFocus } from "#lib/page-title.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const spaceGrid = "grid gap-4 sm:grid-cols-2 sm:gap-6";

export function PlanSection() {
  const queryClient = useQueryClient();
  const user = useUser();
  const returning = useReturnFromPortal();
  const { data, isPending, isFetching, refetch } = useQuery({ ...planQuery(), enabled: !returning });
  // The cached plan may be outdated by changes in the portal.
  const plan = returning ? undefined : data;
  const known = isPremium(user);
  const disagrees = plan !== undefined && plan.premium !== known;
  useEffect(() => {
    if (disagrees) refreshUser(queryClient).catch(() => {});
  }, [disagrees, queryClient]);
  if (plan) return <LoadedPlan plan={plan} statusMobile={user.statusMobile} />;
  const face: PlanFace = {
    premium: known,
    title: known ? PREMIUM_ACTIVE : FREE_PLAN,
    text: null,
    alarming: false,
    way: known ? "none" : "subscribe",
  };
  return (
    <Frame face={face} actions={null}>
      {isPending || returning ? (
        <SkeletonGroup text="Cargando tu plan..." className={spaceGrid}>
          <Skeleton className={known ? "h-16.5 sm:-mt-3.5 sm:h-5" : "h-8.5"} />
          {!known && <Skeleton className="h-8.5" />}
        </SkeletonGroup>
      ) : (
        <p role="alert" ref={keepFocus} className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          No se pudieron cargar los datos de tu plan.
          <Button variant="ghost" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Reintentar
          </Button>
        </p>
      )}
    </Frame>
  );
}

function LoadedPlan({ plan, statusMobile }: { plan: Plan; statusMobile: string | null }) {
  const known = describePlan(plan, statusMobile);
  // If Premium is not sold here, there are no plans to distinguish.
  const face = plan.sold || known.way !== "subscribe" ? known : { ...known, title: "Tu espacio" };
  const manages = face.way === "manage" || face.way === "reactivate";
  return (
    <Frame
      face={face}
      actions={face.way === "subscribe" ? plan.sold && <Subscribe /> : manages && <Manage face={face} />}
    >
      {!plan.premium && (
        <ul aria-label="Espacio usado" className={spaceGrid}>
          <AllowanceRow allowance={plan.folders} names={["carpeta", "carpetas"]} />
          <AllowanceRow allowance={plan.cards} names={["carta", "cartas"]} />
        </ul>
      )}
    </Frame>
  );
}

type FrameProps = { face: PlanFace; actions: ReactNode; children: ReactNode };

/** The button to subscribe is beside the title, whose line is as tall without it: while loading, or if nothing is sold. */
function Frame({ face: { premium, title, text, alarming, way }, actions, children }: FrameProps) {
  const free = way === "subscribe";
  return (
    <section
      aria-labelledby="plan"
      className={cx(
        "items-center border-line border-t p-4 md:p-5",
        free ? "flex flex-wrap gap-x-3 gap-y-2" : "grid gap-4 sm:grid-cols-[1fr_auto]",
      )}
    >
      <div className={cx("min-w-0", free && "flex min-h-12 flex-1 basis-20 flex-col justify-center")}>
        <h2 id="plan" tabIndex={-1} className="flex items-center gap-2 text-base">
          {premium && <Crown aria-hidden className="size-5 shrink-0 text-brand-ink" />}
          {title}
        </h2>
        {text && (
          <p className={cx("mt-0.5 text-sm", alarming ? "flex gap-1.5 text-danger" : "text-ink-soft")}>
            {alarming && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
            <span className="min-w-0">{text}</span>
          </p>
        )}
      </div>
      <div className={cx("min-w-0 empty:hidden", free ? "order-1 w-full" : "sm:col-span-2 sm:row-start-2")}>
        {children}
      </div>
      <div className={cx("empty:hidden", !free && "sm:col-start-2 sm:row-start-1")}>{actions}</div>
    </section>
  );
}

function Subscribe() {
  return (
    <Button
      icon={<Crown aria-hidden className="max-[22rem]:hidden" />}
      aria-haspopup="dialog"
      onClick={() => openPaywall()}
    >
      Suscríbete ahora
    </Button>
  );
}

function Manage({ face: { way, alarming } }: { face: PlanFace }) {
  const { opening, blockedUrl, open } = usePortal();
  return (
    <div className="flex flex-wrap gap-2">
      {way === "reactivate" && (
        <Button loading={opening} onClick={open}>
          Reactivar
        </Button>
      )}
      <Button variant={alarming ? "primary" : "outline"} loading={opening} onClick={open}>
        Gestionar suscripción
      </Button>
      {blockedUrl && (
        <a href={blockedUrl} target="_blank" rel="noopener noreferrer" className={buttonLook({ variant: "outline" })}>
          <ExternalLink aria-hidden />
          Continuar a la gestión
        </a>
      )}
    </div>
  );
}

type AllowanceRowProps = { allowance: Plan["cards"]; names: [one: string, many: string] };

function AllowanceRow({ allowance, names }: AllowanceRowProps) {
  const { used, limit } = allowance;
  return (
    <li className="flex min-w-0 flex-col justify-between text-ink-soft text-sm">
      <p className="tabular">{formatAllowance(allowance, ...names)}</p>
      {limit !== null && (
        // Hidden from screen readers, because the text has the same information.
        <div aria-hidden className="mt-2">
          <ProgressBar label={names[1]} value={Math.min(used, limit)} max={limit} className="h-1" />
        </div>
      )}
    </li>
  );
}
