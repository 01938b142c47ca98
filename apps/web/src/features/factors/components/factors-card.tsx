import type { AddedFactor, AppSecret, Factors, Passkey } from "@repasa/contract/factors.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { FactorList } from "#features/factors/components/factor-list.tsx";
import {
  factorsQuery,
  loadCodesDialog,
  preloadPasskeys,
  useAddPasskey,
  usePrepareApp,
  useRenewCodes,
} from "#features/factors/factors.api.ts";
import { canUsePasskeys } from "#features/factors/factors.device.ts";
import { failureOf } from "#lib/query-failure.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const HEADING = "dos-pasos";

const loadAppDialog = async () => (await import("#features/factors/components/app-dialog.tsx")).AppDialog;
const loadNameDialog = async () => (await import("#features/factors/components/name-dialog.tsx")).NameDialog;

type FactorsCardProps = {
  /** The initial name of a passkey that is created in this browser. */
  deviceName: string;
  /** Shown instead of the buttons while no factor may be added. */
  obstacle?: ReactNode;
};

export function FactorsCard({ deviceName, obstacle }: FactorsCardProps) {
  const query = useQuery(factorsQuery());
  const { data: factors, isPending } = query;
  useEffect(() => {
    if (canUsePasskeys()) preloadPasskeys();
  }, []);
  return (
    <section aria-labelledby={HEADING} className="surface-card p-4 md:p-5">
      <h2 ref={useLinkTarget(`#${HEADING}`)} id={HEADING} tabIndex={-1} className="mb-1 text-lg">
        Verificación en dos pasos
      </h2>
      {factors ? (
        <FactorSettings factors={factors} deviceName={deviceName} obstacle={obstacle} />
      ) : isPending ? (
        <SkeletonGroup className="py-2" shapes={["h-29 rounded-control md:h-16"]} />
      ) : (
        <LoadFailure title="No se pudo cargar" offline="Se verá cuando haya conexión." {...failureOf(query)} />
      )}
    </section>
  );
}

function FactorSettings({ factors, deviceName, obstacle }: { factors: Factors } & FactorsCardProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [app, setApp] = useState<AppSecret | null>(null);
  const [named, setNamed] = useState<Passkey | null>(null);
  // No toast if there are recovery codes to show: they confirm the addition, and the toast would cover them.
  const confirmAdded = ({ recoveryCodes }: AddedFactor, description: string) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    else toast({ description, variant: "success" });
  };
  const close = () => {
    setApp(null);
    setNamed(null);
  };
  const AppDialog = useLateDialog(app !== null, loadAppDialog, close);
  const CodesDialog = useLateDialog(codes !== null, loadCodesDialog, close);
  const NameDialog = useLateDialog(named !== null, loadNameDialog, close);
  const addPasskey = useAddPasskey((added) => confirmAdded(added, "Llave de acceso añadida"));
  const renew = useRenewCodes(setCodes);
  const isOn = factors.recoveryCodes !== null;
  return (
    <>
      <p className="text-ink-soft text-sm">
        {isOn
          ? "Activada: tras tu contraseña, una llave o un código."
          : "Así a nadie le basta con saber tu contraseña."}
      </p>
      <FactorList
        factors={factors}
        heading={HEADING}
        onRename={setNamed}
        onRenew={() => renew.mutate()}
        renewing={renew.isPending}
      />
      {obstacle || (
        <div className="mt-4 flex flex-wrap gap-2">
          {canUsePasskeys() && (
            <Button variant="outline" loading={addPasskey.isPending} onClick={() => addPasskey.mutate(deviceName)}>
              Añadir llave de acceso
            </Button>
          )}
          {!factors.app && <AppButton onPrepared={setApp} />}
        </div>
      )}
      {AppDialog && (
        <AppDialog
          app={app}
          onClose={() => setApp(null)}
          onAdded={(added) => {
            setApp(null);
            confirmAdded(added, "Aplicación de códigos activada");
          }}
        />
      )}
      {CodesDialog && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {NameDialog && <NameDialog passkey={named} onClose={() => setNamed(null)} />}
    </>
  );
}

function AppButton({ onPrepared }: { onPrepared: (app: AppSecret) => void }) {
  const prepare = usePrepareApp();
  return (
    <Button
      variant="outline"
      loading={prepare.isPending}
      onClick={() => prepare.mutate(undefined, { onSuccess: onPrepared })}
    >
      Usar una aplicación de códigos
    </Button>
  );
}
