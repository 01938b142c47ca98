import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import type { Proof } from "@repasa/contract/factors.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ProofForm } from "#features/factors/components/proof-form.tsx";
import { factorsQuery } from "#features/factors/factors.api.ts";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { callApi } from "#lib/api.ts";
import { Dialog } from "#ui/dialog.tsx";

type ConfirmationDialogProps = { open: boolean; onClose: (done: boolean) => void };

export function ConfirmationDialog({ open, onClose }: ConfirmationDialogProps) {
  const queryClient = useQueryClient();
  // No proof can succeed after the session has ended.
  const closeIfSignedOut = (error: unknown): never => {
    if (!handleUnauthorized(queryClient, error)) throw error;
    onClose(false);
    throw new Error("", { cause: error });
  };
  const confirm = async (proof: Proof) => {
    await callApi(factorEndpoints.confirm, { body: proof }).catch(closeIfSignedOut);
    // The proof may have used up a recovery code.
    void queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
    onClose(true);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose(false)}
      title="Confirma que eres tú"
      description="Lo pedimos antes de cambiar algo importante de tu cuenta o de descargar tus datos, como mucho cada diez minutos."
      size="sm"
    >
      <ProofForm load={() => callApi(factorEndpoints.confirmationMethods).catch(closeIfSignedOut)} onProof={confirm} />
    </Dialog>
  );
}
